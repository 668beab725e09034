import { verificationMachine } from '#domain/parties/verification.ts';
import { texts } from '#web/kit/texts.ts';
import { Statuses } from './statuses.tsx';
import { texts as t } from './texts.ts';

/** The reference «individual-statuses». */
export default function IndividualStatusesPage() {
  return (
    <Statuses title={texts.pages.individualStatuses} about={t.about.individualStatuses} of={verificationMachine} />
  );
}
