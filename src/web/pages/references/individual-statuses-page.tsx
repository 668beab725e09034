import { verification } from '#domain/verification.ts';
import { texts } from '#web/app/texts.ts';
import { Statuses } from './statuses.tsx';
import { texts as t } from './texts.ts';

/** The reference «individual-statuses». */
export default function IndividualStatusesPage() {
  return <Statuses title={texts.pages.individualStatuses} about={t.about.individualStatuses} of={verification} />;
}
