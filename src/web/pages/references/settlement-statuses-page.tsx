import { settlementMachine } from '#domain/settlements/settlement.ts';
import { texts } from '#web/kit/texts.ts';
import { Statuses } from './statuses.tsx';
import { texts as t } from './texts.ts';

/** The reference «settlement-statuses». */
export default function SettlementStatusesPage() {
  return <Statuses title={texts.pages.settlementStatuses} about={t.about.settlementStatuses} of={settlementMachine} />;
}
