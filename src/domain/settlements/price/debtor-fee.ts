import { feeOfParts, isSameAtAnyRate, type RowPart } from '../../money/row-fee.ts';
import { type Fee, type FeeRule, feeOf, MAX_DEBTOR_FEE_BPS, NO_FEE, nextFeePart } from '../../money/tariff.ts';
import { BPS, lesser, minus, mulDiv, mulDivDown } from '../../values/exact.ts';
import { formatMoney, type Kopecks, kopecks, sumKopecks } from '../../values/money.ts';
import { type ScheduleRow, scheduleTotal } from '../schedule.ts';

/** By what a debtor may owe the platform a fee; sums in kopecks. */
export type DebtorFee = {
  readonly tariff: FeeRule | null;
  /** The sum that is or would be agreed, and what has been charged of the fee. */
  readonly agreed: Kopecks;
  readonly charged: Kopecks;
  /** What has been paid of the schedule, and of that what has borne no fee (docs/decisions/0125). */
  readonly paid: Kopecks;
  readonly paidWithoutFee: Kopecks;
};

/**
 * A row of a schedule with what has been paid of it, nothing unless told, and the sum by which it bears its fee where that is not its own
 * (`feeBase`); kopecks.
 */
type PaidRow = { readonly amount: Kopecks; readonly paid?: Kopecks; readonly feeBase?: Kopecks };

/**
 * What a debtor pays the platform beside payments that are still to come; nothing where the creditor bears the fee. Kopecks.
 * @param rows with what has been paid of each, whose fee is charged already
 */
export function upcomingDebtorFee(fee: DebtorFee, rows: readonly PaidRow[]): Kopecks {
  return feeWith(fee, rows, restOf(rows));
}

/**
 * What a debtor pays the platform with a payment of a sum, which takes the oldest rows first; kopecks. Of a penalty no fee is taken.
 * @param rows in the order of the schedule, all that are in force
 */
export function feeWith(fee: DebtorFee, rows: readonly PaidRow[], sum: Kopecks): Kopecks {
  const { tariff, agreed, paid, paidWithoutFee: withoutFee } = fee;
  if (tariff?.payer !== 'individual') return kopecks(0);
  const parts = partsOf(rows, sum);
  if (tariff.base === 'paid_amount') return feeOfParts(tariff, parts).amount;
  const taken = sumKopecks(parts.map((part) => part.taken));
  const whole = feeOf(tariff, agreed);
  const total = kopecks(paid + restOf(rows));
  const settled = settledFee(whole, { ...NO_FEE, amount: fee.charged }, { withoutFee, total });
  return nextFeePart(whole, settled, kopecks(paid + taken), total).amount;
}

/**
 * What of a fee of the agreed sum is settled: what has been charged of it, and the share of money that bears none, which nobody is
 * charged with (docs/decisions/0125).
 * @param total all that the schedule asks for, paid and unpaid; kopecks
 */
function settledFee(whole: Fee, charged: Fee, { withoutFee, total }: { withoutFee: Kopecks; total: Kopecks }): Fee {
  const free = nextFeePart(whole, NO_FEE, withoutFee, total);
  return { amount: sumKopecks([charged.amount, free.amount]), vat: sumKopecks([charged.vat, free.vat]) };
}

/**
 * The same on the day of a payment whose rate of VAT may be another than the tariff names: what was charged before counts as if charged at
 * that rate, so that the rest of the fee is the rest of the whole. Where the rate changes the sum, that goes by the fee without its VAT, and
 * not by the share of what has been paid: a schedule may have grown since (docs/decisions/0134).
 * @param whole the fee with the VAT of the day
 * @param vatBps the rate of the day
 */
export function settledFeeAtRate(
  tariff: FeeRule,
  whole: Fee,
  charged: Fee,
  { vatBps, ...of }: { withoutFee: Kopecks; total: Kopecks; vatBps: number },
): Fee {
  const settled = settledFee(whole, charged, of);
  if (vatBps === tariff.vatBps) return settled;
  const [done, all] = isSameAtAnyRate(tariff) ? [settled.amount, whole.amount] : [bare(settled), bare(whole)];
  const share = (sum: Kopecks): Kopecks => (all === 0 ? sum : mulDiv(sum, done, all));
  return { amount: share(whole.amount), vat: share(whole.vat) };
}

const bare = ({ amount, vat }: Fee): Kopecks => minus(amount, vat);

/** How a sum lies on what is unpaid of rows, the oldest first. */
function partsOf(rows: readonly PaidRow[], sum: Kopecks): RowPart[] {
  let left = sum;
  return rows.flatMap(({ amount, paid: before = kopecks(0), feeBase = amount }) => {
    const taken = lesser(left, minus(amount, before));
    left = minus(left, taken);
    return taken > 0 ? [{ amount: feeBase, before, taken }] : [];
  });
}

const restOf = (rows: readonly PaidRow[]): Kopecks =>
  sumKopecks(rows.map(({ amount, paid = kopecks(0) }) => minus(amount, paid)));

/** What a debtor pays the platform with each of these payments, made one after another; kopecks. */
export function feesByRows(fee: DebtorFee, rows: readonly PaidRow[]): Kopecks[] {
  const upTo = rows.map((_, index) => feeWith(fee, rows, restOf(rows.slice(0, index + 1))));
  return upTo.map((sum, index) => minus(sum, upTo[index - 1] ?? kopecks(0)));
}

/** Why a debtor may not be asked for a fee beside these payments; null where he may. A kopeck of each payment is for its rounding. */
export function feeProblem(rows: readonly ScheduleRow[], fee: Kopecks): string | null {
  const whole = scheduleTotal(rows);
  const most = kopecks(mulDivDown(whole, MAX_DEBTOR_FEE_BPS, BPS) + rows.length);
  if (fee <= most) return null;
  return `Комиссия площадки — ${formatMoney(fee)} сверх платежей на ${formatMoney(whole)}, с заёмщика берут не больше ${MAX_DEBTOR_FEE_BPS / 100}\u00A0%`;
}
