import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { payments } from '#contract/money/payments.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { isWaiting } from '#server/modules/approvals/approvals.queries.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { notifySides } from '#server/modules/settlements/money/money.commands.ts';
import { accountsOf } from '#server/platform/auth/accounts-behind.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import { demandNotBehind, othersThan } from '#server/platform/auth/same-person.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint } from '#server/platform/database/db.ts';
import { lockPayment } from '../locked.ts';
import { behindPayment } from '../payments.queries.ts';
import { openRequest, refuseRequest, withdrawRequest } from './open-refund-request.ts';
import { demandRefundableSum } from './refunds.commands.ts';

/**
 * A payer asks for his money back; those who propose refunds are told. Nothing moves by that.
 * @throws Refusal `move.illegal` when nothing may go back, he has asked already or a refund waits for its second person, `input.invalid` when less may
 */
export async function askRefund(
  ctx: Writing,
  paymentId: number,
  { amount, reason }: Input<typeof payments.askRefund>['body'],
): Promise<void> {
  const { settlement, locked } = await lockPayment(ctx.db, paymentId);
  // What the second person would then decide is less, or another sum, than what is asked for.
  if (await isWaiting(ctx.db, { table: 'payments', id: paymentId }))
    throw new Refusal('move.illegal', { detail: 'Возврат по этому платежу уже готовится: дождитесь решения о нём' });
  await demandRefundableSum(ctx, settlement, locked, amount, true);
  try {
    await ctx.db.insertInto('refundRequests').values({ paymentId, amount, reason }).execute();
  } catch (error) {
    if (brokenConstraint(error) !== 'refund_requests_open') throw error;
    throw new Refusal('move.illegal', { detail: 'Просьба о возврате уже рассматривается' });
  }
  const about = { table: 'payments' as const, id: paymentId };
  const title = `${settlement.number}. Просят вернуть ${formatMoney(kopecks(amount))} по платежу ${locked.number}`;
  await notify(ctx.db, await answerersOf(ctx, paymentId), {
    event: 'payment.refund',
    title,
    link: pagePath('/dashboard/payments', { 'filter[refundAsked]': 'true', preview: paymentId }),
    about,
    topic: 'refund.asked',
  });
  const toCreditor = `${settlement.number}. Заёмщик просит вернуть платёж ${locked.number}`;
  await notifySides(ctx.db, settlement, { event: 'payment.refund', title: toCreditor, about, topic: 'refund.asked' }, [
    'creditor',
  ]);
}

/**
 * Those who propose refunds say why there will be none. The creditor has heard of the question, so he hears of the answer, too.
 * @throws Refusal `move.illegal` when nobody asks, or a refund waits for its second person; `approval.own` of an operator who is a party by another account
 */
export async function refuseRefund(ctx: Writing, paymentId: number, answer: string): Promise<void> {
  const { settlement, locked, asked: refundRequest } = await lockUnanswered(ctx, paymentId);
  await demandNotBehind(ctx, behindPayment, paymentId);
  await refuseRequest(ctx, refundRequest, answer);
  const title = `${settlement.number}. В возврате по платежу ${locked.number} отказано`;
  await notifySides(ctx.db, settlement, { event: 'payment.refund', title, detail: answer });
}

/**
 * The payer takes his question back while nobody has answered it.
 * @throws Refusal `move.illegal` when there is none, or a refund waits for its second person
 */
export async function withdrawRefund(ctx: Writing, paymentId: number): Promise<void> {
  const { settlement, locked, asked: refundRequest } = await lockUnanswered(ctx, paymentId);
  await withdrawRequest(ctx, refundRequest);
  const title = `${settlement.number}. Заёмщик больше не просит вернуть платёж ${locked.number}`;
  await notifySides(ctx.db, settlement, { event: 'payment.refund', title }, ['creditor']);
}

/** Who may answer: nobody who is a party of the payment by another of his accounts. */
async function answerersOf(ctx: Writing, paymentId: number): Promise<number[]> {
  const able = await operatorsWith(ctx.db, payments.refund);
  return othersThan(ctx, await accountsOf(ctx.db, behindPayment, paymentId), able);
}

/** A question to which no answer has begun: a refund that waits for its second person is one. */
async function lockUnanswered(ctx: Writing, paymentId: number) {
  const both = await lockPayment(ctx.db, paymentId);
  const refundRequest = await openRequest(ctx.db, paymentId);
  if (!refundRequest) throw new Refusal('move.illegal', { detail: 'О возврате этого платежа никто не просит' });
  if (await isWaiting(ctx.db, { table: 'payments', id: paymentId }))
    throw new Refusal('move.illegal', { detail: 'Возврат уже ждёт второго человека' });
  return { ...both, asked: refundRequest };
}
