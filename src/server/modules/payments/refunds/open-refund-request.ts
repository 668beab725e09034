import { refundRequestMachine } from '#domain/money/refund.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type LetterTemplate, queueLetter } from '#server/platform/jobs/letters.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { stateful, transition } from '#server/platform/state/transition.ts';
import { paymentLetters } from '../letters.ts';

const refundRequestState = stateful(refundRequestMachine, { table: 'refundRequests', column: 'status' });

/** A question of a payer that nobody has answered yet. */
interface OpenRefundRequest {
  id: number;
  amount: Kopecks;
  paymentId: number;
  payment: string;
  settlementId: number;
  email: string | null;
}

/** The refund that he has asked for has begun. */
export async function grantRequest(ctx: Writing, paymentId: number, refundId: number, sum: Kopecks): Promise<void> {
  const refundRequest = await openRequest(ctx.db, paymentId);
  if (!refundRequest) return;
  await endRequest(ctx, refundRequest, 'grant', { refundId });
  await writeTo(ctx, refundRequest, paymentLetters.refundGranted, { sum: formatMoney(sum) });
}

/** There will be no refund. */
export async function refuseRequest(ctx: Writing, refundRequest: OpenRefundRequest, answer: string): Promise<void> {
  await endRequest(ctx, refundRequest, 'refuse', { answer });
  await writeTo(ctx, refundRequest, paymentLetters.refundRefused, { sum: formatMoney(refundRequest.amount), answer });
}

/** He does not want it any more. */
export const withdrawRequest = (ctx: Writing, refundRequest: OpenRefundRequest): Promise<void> =>
  endRequest(ctx, refundRequest, 'withdraw', {});

/** Ends a question, once. @throws Refusal `move.illegal` when somebody has answered before */
async function endRequest(
  ctx: Writing,
  { id, paymentId }: OpenRefundRequest,
  move: 'grant' | 'refuse' | 'withdraw',
  set: object,
): Promise<void> {
  await transition(ctx, refundRequestState(id), move, {
    set: { ...set, decidedBy: ctx.actor.accountId, decidedAt: ctx.now },
  });
  await settleNotifications(ctx.db, { table: 'payments', id: paymentId }, 'refund.asked');
}

/** Who has no account any more, or no address, has nothing to be written to. */
async function writeTo<Said extends object>(
  ctx: Writing,
  { email, payment, settlementId }: OpenRefundRequest,
  letter: LetterTemplate<Said & { payment: string; link: string }>,
  said: Said,
): Promise<void> {
  if (email === null) return;
  const link = pageUrl(ctx.app, '/settlement-{$id}', { id: settlementId });
  await queueLetter(ctx, letter, email, { ...said, payment, link });
}

/** The question of a payer that nobody has answered yet. */
export async function openRequest(tx: Tx, paymentId: number): Promise<OpenRefundRequest | undefined> {
  const row = await tx
    .selectFrom('refundRequests as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .innerJoin('individuals as i', 'i.id', 'p.individualId')
    .leftJoin('accounts as a', 'a.id', 'i.accountId')
    .select(['r.id', 'r.amount', 'r.paymentId', 'p.number as payment', 'p.settlementId', 'a.email'])
    .where('r.paymentId', '=', paymentId)
    .where('r.status', '=', 'asked')
    .executeTakeFirst();
  return row && { ...row, amount: kopecks(row.amount) };
}
