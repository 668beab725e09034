import { Refusal } from '#contract/kernel/errors.ts';
import { isStuck } from '#domain/money/partner-time.ts';
import type { Day } from '#domain/values/days.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import type { LockedSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { lockFreeMoney } from '../free-money.queries.ts';
import { type Locked, lockPayment } from '../locked.ts';
import { grantRequest } from './open-refund-request.ts';
import { enqueueRefunding } from './refund-jobs.ts';
import { refundableOf, returnedBefore } from './refundable.ts';
import { endAsked, failByHand, hasRoom, lockRefund, stillBusy } from './return.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'payment.refund': { about: 'payments'; details: ProposedRefund };
    'payment.failRefund': { about: 'payments'; details: { refundId: number; reason: string } };
  }
}

/** As the proposal holds it. */
interface ProposedRefund {
  amount: number;
  reason: string;
  /** The proposer has said that rows whose day has come are open again by it. */
  makesLate?: boolean | undefined;
}

/**
 * Demands that so much may go back, and that whoever proposes more than was paid ahead says that the payer becomes late.
 * @throws Refusal `payment.unavailable`, `move.illegal` when nothing may go back, `input.invalid` when less may
 */
export async function demandRefundable(
  ctx: Writing,
  settlement: LockedSettlement,
  locked: Locked,
  { amount, makesLate }: Pick<ProposedRefund, 'amount' | 'makesLate'>,
): Promise<void> {
  if (!ctx.app.payments) throw new Refusal('payment.unavailable');
  const inTime = await demandRefundableSum(ctx, settlement, locked, amount);
  if (amount > inTime && !makesLate) throw new Refusal('input.invalid', { fields: { makesLate: wouldBeLate(inTime) } });
}

/**
 * @returns how much may go back without making its payer late; kopecks
 * @throws Refusal `move.illegal` when nothing may go back, `input.invalid` when less may
 */
export async function demandRefundableSum(
  ctx: Writing,
  settlement: LockedSettlement,
  locked: Locked,
  amount: number,
  isAsked = false,
): Promise<Kopecks> {
  const { most, inTime, lacking, lackOf } = await refundableOf(ctx.db, settlement, locked, ctx.day, isAsked);
  if (most === 0) throw new Refusal('move.illegal', { detail: lacking ?? 'Вернуть по этому платежу сейчас нечего' });
  const refused = amount > most ? tooMuch(most) : lackOf(kopecks(amount));
  if (refused !== null) throw new Refusal('input.invalid', { fields: { amount: refused } });
  return inTime;
}

const tooMuch = (rest: Kopecks): string => `Вернуть можно не больше ${formatMoney(rest)}`;
const wouldBeLate = (inTime: Kopecks): string =>
  `Без просрочки можно вернуть ${formatMoney(inTime)}. Отметьте, что просрочка плательщика — ваше решение`;
const dueMeanwhile = (inTime: Kopecks): string =>
  `Теперь без просрочки можно вернуть только ${formatMoney(inTime)}: предложите возврат заново`;

/**
 * The second person has agreed: the refund is written down, and a job tells the partner of it under its own key, again and
 * again until he has answered. Schedule and ledger follow when the money has gone.
 * @throws Refusal `move.illegal` when meanwhile less may go back than was proposed
 */
export async function beginRefund(
  ctx: Writing,
  { objectId: paymentId, details }: Proposed<'payment.refund'>,
): Promise<void> {
  const { amount, reason, makesLate } = details;
  const { settlement, locked } = await lockPayment(ctx.db, paymentId);
  await lockFreeMoney(ctx.db, settlement.legalEntityId);
  const { most, inTime, lacking, lackOf, splitOf } = await refundableOf(ctx.db, settlement, locked, ctx.day);
  const refused = amount > most ? (lacking ?? tooMuch(most)) : lackOf(kopecks(amount));
  if (refused !== null) throw new Refusal('move.illegal', { detail: refused });
  if (amount > inTime && !makesLate) throw new Refusal('move.illegal', { detail: dueMeanwhile(inTime) });
  const split = splitOf(kopecks(amount));
  const { id: refundId } = await ctx.db
    .insertInto('refunds')
    .values({
      paymentId,
      settlementId: settlement.id,
      amount,
      overpaid: split.overpaid,
      feeAmount: split.fee.amount,
      feeVat: split.fee.vat,
      returned: split.returned,
      reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await grantRequest(ctx, paymentId, refundId, split.returned);
  await endAsked(ctx.db, paymentId);
  await enqueueRefunding(ctx.app, ctx.db, refundId);
}

/** The refund of a payment that may be closed by hand; one at most is under way. */
export async function stuckRefund(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  paymentId: number,
): Promise<{ id: number; returned: number } | undefined> {
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'returned', 'status', 'partnerSilent', 'createdAt'])
    .where('paymentId', '=', paymentId)
    .execute();
  return rows.find((row) => isStuck(row, now));
}

/**
 * One person holds that a refund will not be made, another decides: a refund that the partner neither makes nor refuses holds its money
 * for good.
 * @throws Refusal `move.illegal` when none is stuck, or the same waits already
 */
export async function proposeFailure(ctx: Writing, paymentId: number, reason: string): Promise<void> {
  await lockPayment(ctx.db, paymentId);
  const stuck = await stuckRefund(ctx, paymentId);
  if (!stuck) throw new Refusal('move.illegal', { detail: stillBusy });
  const said = `${formatMoney(kopecks(stuck.returned))}: ${reason}`;
  const details = { refundId: stuck.id, reason };
  await proposeApproval(ctx, 'payment.failRefund', { table: 'payments', id: paymentId }, said, details);
}

/** The second person has agreed: the refund has failed, and its money may be returned anew. @throws Refusal `move.illegal` */
export const closeRefund = (ctx: Writing, { details }: Proposed<'payment.failRefund'>): Promise<void> =>
  failByHand(ctx, details.refundId, details.reason);

/**
 * Money of a refund that has failed is gone, and cannot be taken out any more: it is an expense, and whatever the partner tells of it
 * afterwards changes nothing.
 * @param on the day of the statement that has it
 * @returns the payment that it is of
 * @throws Refusal `move.illegal` when it has not failed, or may still be counted as any refund: also where another is under way, which
 * leaves room for it should it fail
 */
export async function expenseRefund(tx: Tx, id: number, on: Day): Promise<number> {
  const { settlement, locked, returning } = await lockRefund(tx, id);
  const isOver = returning.status === 'failed' && returning.expensedOn === null;
  if (isOver && (await returnedBefore(tx, locked.id)).isOpen) {
    throw new Refusal('move.illegal', { detail: 'По этому платежу идёт другой возврат: дождитесь, чем он кончится' });
  }
  if (!isOver || (await hasRoom(tx, settlement, locked, returning))) {
    throw new Refusal('move.illegal', { detail: 'Этот возврат ещё можно провести: спросите партнёра ещё раз' });
  }
  await tx.updateTable('refunds').set({ expensedOn: on }).where('id', '=', id).execute();
  await endAsked(tx, locked.id);
  return locked.id;
}
