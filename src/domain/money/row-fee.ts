import type { Day } from '../values/days.ts';
import { BPS, greater, minus, mulDiv } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { type Fee, type FeeRule, feeOf, includedVat, NO_FEE, nextFeePart } from './tariff.ts';

/** What a payment takes of a row of a schedule, in kopecks: the whole row, what was paid of it before, what is paid now. */
export type RowPart = { readonly amount: Kopecks; readonly before: Kopecks; readonly taken: Kopecks };

/**
 * The fee of what is taken of rows, by a tariff of each payment: a row bears the fee that was quoted for it (`quoteFee`), and a part
 * of it a share. However small the parts that somebody pays by, together they bear no more than was shown (docs/decisions/0114).
 * @param vatBps the rate of VAT on the day of the payment; what was charged before keeps its own
 */
export function feeOfParts(tariff: FeeRule, parts: readonly RowPart[], vatBps: number = tariff.vatBps): Fee {
  const fees = parts.map(({ amount, before, taken }) => {
    const whole = feeOf(tariff, amount, vatBps);
    return nextFeePart(whole, nextFeePart(whole, NO_FEE, before, amount), kopecks(before + taken), amount);
  });
  return { amount: sumKopecks(fees.map(({ amount }) => amount)), vat: sumKopecks(fees.map(({ vat }) => vat)) };
}

/**
 * How the fee of a payment lies on what it has taken of rows, in kopecks: a refund takes back the fee of what it takes back.
 * @param vatBps the rate of VAT by which all that is compared is counted
 */
export const feeOnTaken = (
  tariff: FeeRule,
  parts: readonly Omit<RowPart, 'before'>[],
  vatBps: number = tariff.vatBps,
): Kopecks => sumKopecks(parts.map(({ amount, taken }) => mulDiv(feeOf(tariff, amount, vatBps).amount, taken, amount)));

/** Whether a fee comes to the same sum at any rate of VAT: the rate changes only what is taken of a creditor who pays it on top. */
export const isSameAtAnyRate = ({ payer, vatMode }: Pick<FeeRule, 'payer' | 'vatMode'>): boolean =>
  payer === 'individual' || vatMode !== 'on_top';

/** A fee of another day as it would be at a rate of VAT, so that the two compare; kopecks. */
export function feeAtRate(tariff: FeeRule, fee: Fee, vatBps: number): Kopecks {
  if (isSameAtAnyRate(tariff) || fee.vat === includedVat(fee.amount, vatBps)) return fee.amount;
  const bare = minus(fee.amount, fee.vat);
  return sumKopecks([bare, mulDiv(bare, vatBps, BPS)]);
}

/** A row that a schedule has or has had: made by the addendum of a day, replaced by that of another; null by none. Kopecks. */
export type ScheduledRow = {
  readonly no: number;
  readonly plannedDate: Day;
  readonly amount: Kopecks;
  readonly paid: Kopecks;
  readonly addedOn: Day | null;
  readonly replacedOn: Day | null;
};

/**
 * The sum that a row bears its fee by, in kopecks. Of a row that was paid in part a new schedule leaves just that part, and it bears its
 * share of the fee of the whole row: not the least fee once more.
 * @param all rows that the schedule has or has had
 */
export function feeBase(row: ScheduledRow, all: readonly ScheduledRow[]): Kopecks {
  const whole = all.find(
    (one) =>
      one.no === row.no &&
      one.plannedDate === row.plannedDate &&
      one.replacedOn !== null &&
      one.replacedOn === row.addedOn &&
      one.paid === row.amount &&
      one.amount > row.amount,
  );
  return whole ? feeBase(whole, all) : row.amount;
}

/**
 * The sum by which a part of a row that was paid or opened on a day bears its fee, in kopecks; the part itself where no row of that day
 * is so large.
 */
export function feeBaseOn(
  { no, part, on }: { no: number; part: Kopecks; on: Day },
  all: readonly ScheduledRow[],
): Kopecks {
  const bases = all
    .filter(
      (row) =>
        row.no === no &&
        (row.addedOn === null || row.addedOn <= on) &&
        (row.replacedOn === null || row.replacedOn >= on),
    )
    .map((row) => feeBase(row, all));
  return bases.findLast((base) => base >= part) ?? part;
}

/** What of a fee the rows of a payment or of a refund bear, and what was charged or came back; kopecks. */
export type FeeOfRows = { readonly byRows: Kopecks; readonly fee: Kopecks };

/**
 * What of the fee refunds have left charged for rows that they have opened, in kopecks. A refund brings back no more than its payment has
 * brought, and the rows that it opens may bear more; what is paid on them again is charged less by that (docs/decisions/0114).
 * @param paidSince what has been paid since the first of the refunds, and may have been charged less already
 */
export function prechargedFee(refunds: readonly FeeOfRows[], paidSince: readonly FeeOfRows[]): Kopecks {
  const ahead = refunds.reduce((sum, { byRows, fee }) => sum + byRows - fee, 0);
  return kopecks(
    Math.max(
      0,
      paidSince.reduce((left, { byRows, fee }) => left - (byRows - fee), ahead),
    ),
  );
}

/** A fee without what of it has been charged ahead, its VAT in the same share. */
export function withoutPrecharged(fee: Fee, ahead: Kopecks): Fee {
  const amount = greater(minus(fee.amount, ahead), kopecks(0));
  return amount === fee.amount ? fee : { amount, vat: mulDiv(fee.vat, amount, fee.amount) };
}

/** The least payment, in kopecks: below it the rounding of a share would be all of the fee. */
export const LEAST_PAYMENT = kopecks(100);

/** Whether a payment is too small to be taken by itself: less than a rouble, unless no more is left to pay. */
export const isTooSmall = (amount: Kopecks, rest: Kopecks): boolean => amount < LEAST_PAYMENT && amount < rest;
