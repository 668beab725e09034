import { settlementMachine } from '#domain/settlements/settlement.ts';
import { Statuses } from './statuses.tsx';
import { texts as t } from './texts.ts';

/** The reference «settlement-statuses». */
export default function SettlementStatusesPage() {
  return <Statuses about={t.about.settlementStatuses} of={settlementMachine} />;
}
