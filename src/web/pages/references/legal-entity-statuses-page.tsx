import { verificationMachine } from '#domain/parties/verification.ts';
import { Statuses } from './statuses.tsx';
import { texts as t } from './texts.ts';

/** The reference «legal-entity-statuses». */
export default function LegalEntityStatusesPage() {
  return <Statuses about={t.about.legalEntityStatuses} of={verificationMachine} />;
}
