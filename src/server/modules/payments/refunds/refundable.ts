import type { PaymentChannel, PaymentStatus } from '#domain/money/payment.ts';
import { paidBeforeDue, type RefundSplit, refundableNow, splitRefund } from '#domain/money/refund.ts';
import type { Fee } from '#domain/money/tariff.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import type { Day } from '#domain/values/days.ts';
import { lesser } from '#domain/values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '#domain/values/money.ts';
import { heldMoney } from '#server/modules/settlements/money/held.queries.ts';
import type { LockedSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Db } from '#server/platform/database/db.ts';
import { paidAndOpened } from '../allocations.ts';
import { refundFeeOnRows } from '../fee.ts';
import { type FreeMoney, freeMoneyOf } from '../free-money.queries.ts';
import { fromCreditorOf } from '../from-creditor.ts';
import { feeWayOf } from '../locked.ts';
import { goneBesides } from './gone-besides.ts';

/** A payment of which some may go back. */
interface Paid {
  id: number;
  status: PaymentStatus;
  channel: PaymentChannel;
  amount: Kopecks;
  overpaid: Kopecks;
  fee: Fee;
}

/** How much of a payment may go back now; what is offered and what is accepted are told by it alike. */
interface Refundable {
  readonly most: Kopecks;
  /** How much of that goes back without making its payer late (`paidBeforeDue`). */
  readonly inTime: Kopecks;
  /** Why there is no more where its creditor's money is what is lacking. */
  readonly lacking: string | null;
  /** Why its creditor's money does not give a refund of so much; null where it does. */
  readonly lackOf: (amount: Kopecks) => string | null;
  /** Where a refund of so much comes from, and what of the fee goes with it. */
  readonly splitOf: (amount: Kopecks) => RefundSplit;
}

/**
 * How much of a payment may go back now, in kopecks: what other refunds of the agreement are taking of the schedule is not there for this one,
 * nor what has left of it besides, nor what its creditor has been paid or is going to be.
 * @param isAsked its payer asks for it: he may whatever has been paid out, others then decide with what
 */
export async function refundableOf(
  db: Db,
  settlement: LockedSettlement,
  paid: Paid,
  today: Day,
  isAsked = false,
): Promise<Refundable> {
  const money = isAsked ? null : await freeMoneyOf(db, settlement.legalEntityId);
  const before = await returnedBefore(db, paid.id);
  const { overpaid, fromDebt } = refundableNow({
    ...paid,
    returned: before.amount,
    returnedOverpaid: before.overpaid,
    gone: await goneOf(db, paid.id),
    isReturning: before.isOpen,
    isRunning: settlementMachine.canMove(settlement.status, 'returnMoney'),
    isPaidOut: money !== null && money.owed <= 0,
  });
  const held = await heldMoney(db, settlement.id);
  const leaving = await leavingSchedule(db, settlement.id);
  const way = feeWayOf(settlement);
  const feeOnRows = await refundFeeOnRows(db, settlement, await paidAndOpened(db, paid.id), { held, leaving });
  const splitOf = (amount: Kopecks) => splitRefund({ ...paid, way, ...(feeOnRows && { feeOnRows }) }, before, amount);
  const lackOf = (amount: Kopecks): string | null => {
    if (money === null || amount === 0) return null;
    const split = splitOf(amount);
    return lackIn(money, fromCreditorOf({ amount, overpaid: split.overpaid, feeAmount: split.fee.amount }, way));
  };
  const all = sumKopecks([overpaid, fromDebt]);
  const ahead = paidBeforeDue(held, today) - leaving;
  const fits = (amount: Kopecks): boolean => lackOf(amount) === null;
  const most = mostThatFits(all, fits);
  return {
    most,
    inTime: mostThatFits(lesser(most, kopecks(overpaid + Math.max(0, ahead))), fits),
    lacking: money !== null && money.owed <= 0 ? paidOutAlready : lackOf(all),
    lackOf,
    splitOf,
  };
}

/** The most that fits up to a limit: what is less fits as well, but where the last kopeck brings back all of a fee. */
function mostThatFits(limit: Kopecks, fits: (amount: Kopecks) => boolean): Kopecks {
  if (fits(limit)) return limit;
  let [fitting, above] = [0, limit as number];
  while (above - fitting > 1) {
    const middle = Math.floor((fitting + above) / 2);
    if (fits(kopecks(middle))) fitting = middle;
    else above = middle;
  }
  return kopecks(fitting);
}

const paidOutAlready = 'Деньги уже выплачены кредитору: вернуть их может только он';
const setAside =
  'Деньги отложены на выплату кредитору или на другой возврат: дождитесь, чем они кончатся, или отмените выплату';

/** Why a creditor's money does not give so much; null where it does. */
function lackIn({ owed, free }: FreeMoney, fromCreditor: number): string | null {
  if (fromCreditor <= Math.max(0, free)) return null;
  return fromCreditor > owed ? paidOutAlready : setAside;
}

/** What of a payment has left besides its refunds; kopecks. */
async function goneOf(db: Db, paymentId: number): Promise<number> {
  const { gone } = await db
    .selectFrom('payments as p')
    .select(goneBesides)
    .where('p.id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return gone;
}

/** What the refunds under way of an agreement are going to open of its schedule; kopecks. */
async function leavingSchedule(db: Db, settlementId: number): Promise<Kopecks> {
  const rows = await db
    .selectFrom('refunds')
    .select(['amount', 'overpaid'])
    .where('settlementId', '=', settlementId)
    .where('status', 'in', ['created', 'processing'])
    .execute();
  return kopecks(rows.reduce((sum, { amount, overpaid }) => sum + amount - overpaid, 0));
}

/** What the refunds of a payment that have not failed come to, and whether one of them is under way. */
export async function returnedBefore(db: Db, paymentId: number) {
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
