import { refundRequest } from '#domain/money/refund.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { settleNews } from '#server/modules/notifications/notifications.acts.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type LetterTemplate, queueLetter } from '#server/platform/jobs/letters.ts';
import { advance } from '#server/platform/state/advance.ts';
import { paymentLetters } from './letters.ts';

type Writing = Ctx<Actor, Tx>;

/** A question of a payer that nobody has answered yet. */
interface Asked {
  id: number;
  amount: Kopecks;
  paymentId: number;
  payment: string;
  settlementId: number;
  email: string | null;
}

/** The refund that he has asked for has begun. */
export async function grantRequest(ctx: Writing, paymentId: number, refundId: number, sum: Kopecks): Promise<void> {
  const asked = await openRequest(ctx.db, paymentId);
  if (!asked) return;
  await endRequest(ctx, asked, 'grant', { refundId });
  await writeTo(ctx, asked, paymentLetters.refundGranted, { sum: formatMoney(sum) });
}

/** There will be no refund. */
export async function refuseRequest(ctx: Writing, asked: Asked, answer: string): Promise<void> {
  await endRequest(ctx, asked, 'refuse', { answer });
  await writeTo(ctx, asked, paymentLetters.refundRefused, { sum: formatMoney(asked.amount), answer });
}

/** He does not want it any more. */
export const withdrawRequest = (ctx: Writing, asked: Asked): Promise<void> => endRequest(ctx, asked, 'withdraw', {});

/** Ends a question, once. @throws Refusal `move.illegal` when somebody has answered before */
async function endRequest(
  ctx: Writing,
  { id, paymentId }: Asked,
  move: 'grant' | 'refuse' | 'withdraw',
  set: object,
): Promise<void> {
  await advance(ctx, refundRequest, { table: 'refundRequests', column: 'status', id }, move, {
    set: { ...set, decidedBy: ctx.actor.accountId, decidedAt: ctx.now },
  });
  await settleNews(ctx.db, { table: 'payments', id: paymentId }, 'refund.asked');
}

/** Who has no account any more, or no address, has nothing to be written to. */
async function writeTo<Said extends object>(
  ctx: Writing,
  { email, payment, settlementId }: Asked,
  letter: LetterTemplate<Said & { payment: string; link: string }>,
  said: Said,
): Promise<void> {
  if (email === null) return;
  const link = `${ctx.app.config.publicUrl}/settlement-${settlementId}`;
  await queueLetter(ctx, letter, email, { ...said, payment, link });
}

/** The question of a payer that nobody has answered yet. */
export async function openRequest(tx: Tx, paymentId: number): Promise<Asked | undefined> {
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
