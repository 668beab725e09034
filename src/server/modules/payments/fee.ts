import type { OpenRow } from '#domain/money/allocation.ts';
import { type AllocatedAmounts, reverseAllocation } from '#domain/money/refund.ts';
import { feeOfParts, feeWeight, type RowPart } from '#domain/money/row-fee.ts';
import { type Fee, feeOf, nextFeePart } from '#domain/money/tariff.ts';
import { vatOfService } from '#domain/rates/vat.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import {
  allocatedTotal,
  type LockedSettlement,
  scheduledTotal,
} from '#server/modules/settlements/money/money.commands.ts';
import type { Db } from '#server/platform/database/db.ts';

export const noFee: Fee = { amount: kopecks(0), vat: kopecks(0) };

/**
 * The fee of what a payment takes of a debt, by the tariff of the agreement (docs/domain.md §8.12): its share of the fees of the
 * rows, or of the fee of the agreed sum. None without a tariff, or when nothing is taken.
 * @param rows what the payment takes of each
 * @param day of the payment: the service is rendered with it, so it decides the rate of VAT
 */
export async function feeFor(db: Db, settlement: LockedSettlement, rows: readonly OpenRow[], day: Day): Promise<Fee> {
  const { tariff, agreed, chargedFee, paid } = settlement;
  const taken = allocatedTotal({ rows });
  if (!tariff || taken === 0) return noFee;
  const vatBps = vatOfService(tariff.vatBps, await ratesOf(db), day);
  if (tariff.base === 'paid_amount') return feeOfParts(tariff, partsOf(settlement, rows), vatBps);
  const whole = feeOf(tariff, agreed, vatBps);
  const total = scheduledTotal(settlement);
  // A new rate is for what is paid now: what was charged before keeps its own.
  const before = vatBps === tariff.vatBps ? chargedFee : nextFeePart(whole, noFee, paid, total);
  return nextFeePart(whole, before, kopecks(paid + taken), total);
}

/** What is taken of rows beside the rows themselves; one that is replaced since is known by what was paid of it. */
function partsOf(settlement: LockedSettlement, taken: readonly OpenRow[]): RowPart[] {
  const byNo = new Map(settlement.rows.map((row) => [row.no, row]));
  return taken.map(({ no, principal, interest }) => {
    const part = kopecks(principal + interest);
    const row = byNo.get(no);
    return { amount: row?.amount ?? part, before: row?.paid ?? kopecks(0), taken: part };
  });
}

/**
 * How the fee of a payment lies on what it has paid of rows, for its refunds; undefined where it lies on money as such.
 * @param allocated what the payment has paid of each row and of the penalty
 */
export function feeLying(
  settlement: LockedSettlement,
  allocated: AllocatedAmounts,
): ((fromDebt: Kopecks) => Kopecks) | undefined {
  const { tariff } = settlement;
  if (tariff?.base !== 'paid_amount') return undefined;
  return (fromDebt) => feeWeight(tariff, partsOf(settlement, reverseAllocation(fromDebt, allocated).rows));
}
