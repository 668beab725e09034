import type { Result } from '#contract/kernel/op.ts';
import type { complaints } from '#contract/settlements/complaints.ts';
import type { ComplaintKind } from '#domain/parties/complaint.ts';

type Made = Pick<Result<typeof complaints.ofMessage>, 'kind' | 'createdAt'>;

/** No answer is longer on its way. */
const answerMs = 60_000;

/**
 * Whether what the server has answered to a complaint is an earlier one of the same thing, which stays while nothing of that has changed.
 * @param now by the clock of the server, in milliseconds
 */
export const isOfBefore = (made: Made, sent: ComplaintKind, now: number): boolean =>
  made.kind !== sent || Date.parse(made.createdAt) < now - answerMs;
