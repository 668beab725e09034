import { verificationMachine } from '#domain/parties/verification.ts';
import { Statuses } from './statuses.tsx';
import { texts as t } from './texts.ts';

/** The reference «individual-statuses». */
export default function IndividualStatusesPage() {
  return <Statuses about={t.about.individualStatuses} of={verificationMachine} />;
}
