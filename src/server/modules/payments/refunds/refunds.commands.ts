import { Refusal } from '#contract/kernel/errors.ts';
import { isStuck } from '#domain/money/partner-time.ts';
import type { PaymentChannel, PaymentStatus } from '#domain/money/payment.ts';
import { paidBeforeDue, refundableNow, splitRefund } from '#domain/money/refund.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import type { Day } from '#domain/values/days.ts';
import { lesser } from '#domain/values/exact.ts';
import { formatMoney, type Kopecks, kopecks, sumKopecks } from '#domain/values/money.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { heldMoney } from '#server/modules/settlements/money/held.queries.ts';
import type { LockedSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { paidAndOpened } from '../allocations.ts';
import { refundFeeOnRows } from '../fee.ts';
import { type FreeMoney, freeMoneyOf, lockFreeMoney } from '../free-money.queries.ts';
import { fromCreditorOf } from '../from-creditor.ts';
import { feeWayOf, type Locked, lockPayment } from '../locked.ts';
import { goneBesides } from '../rows.ts';
import { grantRequest } from './open-refund-request.ts';
import { enqueueRefunding } from './refund-jobs.ts';
import { failByHand, hasRoom, lockRefund, stillBusy } from './return.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'payment.refund': { about: 'payments'; details: ProposedRefund };
    'payment.failRefund': { about: 'payments'; details: { refundId: number; reason: string } };
  }
}

/** What is proposed to be returned, as the proposal holds it. */
interface ProposedRefund {
  amount: number;
  reason: string;
  /** The proposer has said that rows whose day has come are open again by it. */
  makesLate?: boolean | undefined;
}

/**
 * How much of a payment may go back now, in kopecks, and how much of that without making its payer late (`paidBeforeDue`): what
 * other refunds of the agreement are taking of the schedule is not there for this one, nor what its creditor has been paid or is going to be.
 * @param isAsked its payer asks for it: he may whatever has been paid out, others then decide with what
 * @returns beside it why there is no more where its creditor's money is what is lacking
 */
export async function refundableOf(
  db: Tx | Ctx['db'],
  settlement: Pick<LockedSettlement, 'id' | 'status' | 'legalEntityId' | 'tariff'>,
  paid: Paid,
  today: Day,
  isAsked = false,
): Promise<{ most: Kopecks; inTime: Kopecks; lacking: string | null }> {
  const money = isAsked ? null : await freeMoneyOf(db, settlement.legalEntityId);
  const isPaidOut = money !== null && money.owed <= 0;
  const before = await returnedBefore(db, paid.id);
  const { overpaid, fromDebt } = refundableNow({
    ...paid,
    returned: before.amount,
    returnedOverpaid: before.overpaid,
    gone: await goneOf(db, paid.id),
    isReturning: before.isOpen,
    isRunning: settlementMachine.canMove(settlement.status, 'returnMoney'),
    isPaidOut,
  });
  const withheld = feeWayOf(settlement) === 'withheld' ? paid.feeAmount - before.fee.amount : 0;
  const given = money === null ? fromDebt : givenBy(fromDebt, withheld, money);
  const lack = money === null || given === fromDebt ? null : lackOf(fromDebt - withheld, money);
  const lacking = isPaidOut ? paidOutAlready : lack;
  if (given === 0) return { most: overpaid, inTime: overpaid, lacking };
  const ahead = paidBeforeDue(await heldMoney(db, settlement.id), today) - (await leavingSchedule(db, settlement.id));
  return {
    most: sumKopecks([overpaid, given]),
    inTime: kopecks(overpaid + Math.min(given, Math.max(0, ahead))),
    lacking,
  };
}

/** So much of what a debt has taken the creditor's money gives: with all of it the fee that was withheld comes back to him, of less he gives all. */
const givenBy = (fromDebt: Kopecks, withheld: number, { free }: FreeMoney): Kopecks =>
  fromDebt - withheld <= free ? fromDebt : lesser(fromDebt, kopecks(Math.max(0, free)));

interface Paid {
  id: number;
  status: PaymentStatus;
  channel: PaymentChannel;
  amount: number;
  overpaid: number;
  feeAmount: number;
}
const paidOf = (locked: Locked): Paid => ({ ...locked, feeAmount: locked.fee.amount });

/** What of a payment has left besides its refunds; kopecks. */
async function goneOf(db: Tx | Ctx['db'], paymentId: number): Promise<number> {
  const { gone } = await db
    .selectFrom('payments as p')
    .select(goneBesides)
    .where('p.id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return gone;
}

/** What the refunds under way of an agreement are going to open of its schedule; kopecks. */
async function leavingSchedule(db: Tx | Ctx['db'], settlementId: number): Promise<Kopecks> {
  const rows = await db
    .selectFrom('refunds')
    .select(['amount', 'overpaid'])
    .where('settlementId', '=', settlementId)
    .where('status', 'in', ['created', 'processing'])
    .execute();
  return kopecks(rows.reduce((sum, { amount, overpaid }) => sum + amount - overpaid, 0));
}

/** What the refunds of a payment that have not failed come to, and whether one of them is under way. */
async function returnedBefore(db: Tx | Ctx['db'], paymentId: number) {
  const rows = await db
    .selectFrom('refunds')
    .select(['amount', 'overpaid', 'feeAmount', 'feeVat', 'status'])
    .where('paymentId', '=', paymentId)
    .where('status', '<>', 'failed')
    .execute();
  const total = (of: (row: (typeof rows)[number]) => number): Kopecks =>
    kopecks(rows.reduce((sum, row) => sum + of(row), 0));
  return {
    amount: total((row) => row.amount),
    overpaid: total((row) => row.overpaid),
    fee: { amount: total((row) => row.feeAmount), vat: total((row) => row.feeVat) },
    isOpen: rows.some(({ status }) => status !== 'succeeded'),
  };
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
  const { most, inTime, lacking } = await refundableOf(ctx.db, settlement, paidOf(locked), ctx.day, isAsked);
  if (most === 0) throw new Refusal('move.illegal', { detail: lacking ?? 'Вернуть по этому платежу сейчас нечего' });
  if (amount > most) throw new Refusal('input.invalid', { fields: { amount: tooMuch(most) } });
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
  const { most, inTime, lacking } = await refundableOf(ctx.db, settlement, paidOf(locked), ctx.day);
  if (amount > most) throw new Refusal('move.illegal', { detail: lacking ?? tooMuch(most) });
  if (amount > inTime && !makesLate) throw new Refusal('move.illegal', { detail: dueMeanwhile(inTime) });
  const before = await returnedBefore(ctx.db, paymentId);
  const held = await heldMoney(ctx.db, settlement.id);
  const leaving = await leavingSchedule(ctx.db, settlement.id);
  const feeOnRows = await refundFeeOnRows(ctx.db, settlement, await paidAndOpened(ctx.db, paymentId), {
    held,
    leaving,
  });
  const split = splitRefund(
    { ...locked, way: feeWayOf(settlement), ...(feeOnRows && { feeOnRows }) },
    before,
    kopecks(amount),
  );
  const { overpaid, fee } = split;
  const fromCreditor = fromCreditorOf({ amount, overpaid, feeAmount: fee.amount }, feeWayOf(settlement));
  const money = await lockFreeMoney(ctx.db, settlement.legalEntityId);
  if (fromCreditor > money.free) throw new Refusal('move.illegal', { detail: lackOf(fromCreditor, money) });
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
  await enqueueRefunding(ctx.app, ctx.db, refundId);
}

const paidOutAlready = 'Деньги уже выплачены кредитору: вернуть их может только он';
const setAside =
  'Деньги отложены на выплату кредитору или на другой возврат: дождитесь, чем они кончатся, или отмените выплату';
/** Why a creditor's money does not give so much. */
const lackOf = (fromCreditor: number, { owed }: FreeMoney): string => (fromCreditor > owed ? paidOutAlready : setAside);

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
  return locked.id;
}
