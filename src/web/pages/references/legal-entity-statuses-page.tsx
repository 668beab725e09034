import { verificationMachine } from '#domain/parties/verification.ts';
import { texts } from '#web/kit/texts.ts';
import { Statuses } from './statuses.tsx';
import { texts as t } from './texts.ts';

/** The reference «legal-entity-statuses». */
export default function LegalEntityStatusesPage() {
  return (
    <Statuses title={texts.pages.legalEntityStatuses} about={t.about.legalEntityStatuses} of={verificationMachine} />
  );
}
