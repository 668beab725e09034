import { serverDay } from '#web/ui/clock.ts';
import { formatDayOf } from '#web/ui/format.ts';
import type { Answering } from './texts.ts';

/** The day by which the creditor of a claim answers, as it is said. */
export const answeringOf = ({ answerBy }: { answerBy: string | null }): Answering => ({
  day: answerBy && formatDayOf(answerBy),
  isLate: answerBy !== null && answerBy < serverDay(),
});
