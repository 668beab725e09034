import { type Fee, feeOf, nextFeePart } from '#domain/money/tariff.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { type LockedSettlement, scheduledTotal } from '#server/modules/settlements/money/money.commands.ts';

export const noFee: Fee = { amount: kopecks(0), vat: kopecks(0) };

/**
 * The fee of what a payment takes of a debt, by the tariff of the agreement (docs/domain.md §8.12): of the payment by itself,
 * or its share of the fee of the agreed sum. None without a tariff, or when nothing is taken.
 */
export function feeFor(settlement: LockedSettlement, taken: Kopecks): Fee {
  const { tariff, agreed, charged, paid } = settlement;
  if (!tariff || taken === 0) return noFee;
  if (tariff.base === 'paid_amount') return feeOf(tariff, taken);
  return nextFeePart(feeOf(tariff, agreed), charged, kopecks(paid + taken), scheduledTotal(settlement));
}
