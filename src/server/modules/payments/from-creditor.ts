import type { FeeWay } from '#domain/money/fee-kinds.ts';

/** What of a refund the creditor gives: a fee withheld from him comes back to him. Kopecks. */
export const fromCreditorOf = (
  { amount, overpaid, feeAmount }: Record<'amount' | 'overpaid' | 'feeAmount', number>,
  way: FeeWay,
): number => amount - overpaid - (way === 'withheld' ? feeAmount : 0);
