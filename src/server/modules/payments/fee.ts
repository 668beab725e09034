import { type Fee, feeOf, nextFeePart } from '#domain/money/tariff.ts';
import { vatOfService } from '#domain/rates/vat.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { type LockedSettlement, scheduledTotal } from '#server/modules/settlements/money/money.commands.ts';
import type { Db } from '#server/platform/database/db.ts';

export const noFee: Fee = { amount: kopecks(0), vat: kopecks(0) };

/**
 * The fee of what a payment takes of a debt, by the tariff of the agreement (docs/domain.md §8.12): of the payment by itself,
 * or its share of the fee of the agreed sum. None without a tariff, or when nothing is taken.
 * @param day of the payment: the service is rendered with it, so it decides the rate of VAT
 */
export async function feeFor(db: Db, settlement: LockedSettlement, taken: Kopecks, day: Day): Promise<Fee> {
  const { tariff, agreed, chargedFee, paid } = settlement;
  if (!tariff || taken === 0) return noFee;
  const vatBps = vatOfService(tariff.vatBps, await ratesOf(db), day);
  if (tariff.base === 'paid_amount') return feeOf(tariff, taken, vatBps);
  const whole = feeOf(tariff, agreed, vatBps);
  const total = scheduledTotal(settlement);
  // A new rate is for what is paid now: what was charged before keeps its own.
  const before = vatBps === tariff.vatBps ? chargedFee : nextFeePart(whole, noFee, paid, total);
  return nextFeePart(whole, before, kopecks(paid + taken), total);
}
