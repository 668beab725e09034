import { kopecks, sumKopecks } from '#domain/values/money.ts';
import { feeFor } from './offer/offer-context.tsx';
import { type Changed, changedOn, type Offer, type Settlement } from './sides.ts';

/** What is paid in all: for the debt, interest, and the fee that the debtor bears; kopecks. */
export interface Summed {
  amount: number;
  price: { total: number; interest: number };
}
type Agreed = Changed &
  Pick<Settlement, 'agreedAmount' | 'debtTotal' | 'debtorFee' | 'closeReason'> & {
    offers: readonly (Summed & Pick<Offer, 'status'>)[];
    schedule: readonly Pick<Settlement['schedule'][number], 'amount' | 'paid' | 'interest' | 'feeBase'>[];
  };

/**
 * What the debtor pays by his agreement from its first payment to its last, as it is now: a changed schedule may bear less interest. Of an
 * agreement without a known offer the schedule is all there is.
 */
export function agreedOf(settlement: Agreed): Summed {
  const { agreedAmount, debtTotal, debtorFee, schedule, closeReason } = settlement;
  const accepted = settlement.offers.find(({ status }) => status === 'accepted');
  const interest = schedule.reduce((sum, row) => sum + row.interest, 0);
  // Money ahead of its days earns less than was agreed, without any change of the agreement.
  const isAsAgreed = !changedOn(settlement) && (schedule.length === 0 || interest === accepted?.price.interest);
  if (accepted && (closeReason === 'breached' || isAsAgreed)) return accepted;
  const amount = kopecks(agreedAmount ?? debtTotal);
  const rows = schedule.map((row) => ({
    amount: kopecks(row.amount),
    paid: kopecks(row.paid),
    feeBase: kopecks(row.feeBase),
  }));
  if (rows.length === 0) return { amount, price: { total: amount, interest: 0 } };
  const fee = feeFor(settlement)(amount, rows) + (debtorFee?.charged ?? 0);
  return { amount, price: { total: sumKopecks(rows.map((row) => row.amount)) + fee, interest } };
}
