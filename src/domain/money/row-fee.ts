import { greater, minus, mulDiv } from '../values/exact.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { type Fee, type FeeRule, feeOf, NO_FEE, nextFeePart } from './tariff.ts';

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

/** How the fee of a payment lies on what it has taken of rows, in kopecks: a refund takes back the fee of what it takes back. */
export const feeWeight = (tariff: FeeRule, parts: readonly Omit<RowPart, 'before'>[]): Kopecks =>
  sumKopecks(parts.map(({ amount, taken }) => mulDiv(feeOf(tariff, amount).amount, taken, amount)));

/** What of a fee the rows of a payment or of a refund bear, and what was charged or came back; kopecks. */
export type FeeOfRows = { readonly byRows: Kopecks; readonly fee: Kopecks };

/**
 * What of the fee refunds have left charged for rows that they have opened, in kopecks. A refund brings back no more than its payment has
 * brought, and the rows that it opens may bear more; what is paid on them again is charged less by that (docs/decisions/0114).
 * @param paidSince what has been paid since the first of the refunds, and may have been charged less already
 */
export function feeChargedAhead(refunds: readonly FeeOfRows[], paidSince: readonly FeeOfRows[]): Kopecks {
  const ahead = refunds.reduce((sum, { byRows, fee }) => sum + byRows - fee, 0);
  return kopecks(
    Math.max(
      0,
      paidSince.reduce((left, { byRows, fee }) => left - (byRows - fee), ahead),
    ),
  );
}

/** A fee without what of it has been charged ahead, its VAT in the same share. */
export function lessAhead(fee: Fee, ahead: Kopecks): Fee {
  const amount = greater(minus(fee.amount, ahead), kopecks(0));
  return amount === fee.amount ? fee : { amount, vat: mulDiv(fee.vat, amount, fee.amount) };
}

/** The least payment, in kopecks: below it the rounding of a share would be all of the fee. */
export const LEAST_PAYMENT = kopecks(100);

/** Whether a payment is too small to be taken by itself: less than a rouble, unless no more is left to pay. */
export const isTooSmall = (amount: Kopecks, rest: Kopecks): boolean => amount < LEAST_PAYMENT && amount < rest;
