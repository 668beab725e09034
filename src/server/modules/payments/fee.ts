import type { OpenRow } from '#domain/money/allocation.ts';
import { type AllocatedAmounts, type FeeOnRows, reverseAllocation } from '#domain/money/refund.ts';
import { feeChargedAhead, feeOfParts, feeWeight, lessAhead, type RowPart } from '#domain/money/row-fee.ts';
import { type Fee, feeOf, NO_FEE, nextFeePart, type Tariff } from '#domain/money/tariff.ts';
import { vatOfService } from '#domain/rates/vat.ts';
import { settledFee } from '#domain/settlements/debtor-fee.ts';
import type { Day } from '#domain/values/days.ts';
import { minus } from '#domain/values/exact.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import {
  allocatedTotal,
  type LockedSettlement,
  scheduledTotal,
} from '#server/modules/settlements/money/money.commands.ts';
import type { Db } from '#server/platform/database/db.ts';
import { paidSince, type RowsWithFee, refundsOf } from './allocations.ts';

/**
 * The fee of what a payment takes of a debt, by the tariff of the agreement (docs/domain.md §8.12): its share of the fees of the
 * rows, or of the fee of the agreed sum. None without a tariff, or when nothing is taken.
 * @param rows what the payment takes of each
 * @param day of the payment: the service is rendered with it, so it decides the rate of VAT
 */
export async function feeOfPayment(
  db: Db,
  settlement: LockedSettlement,
  rows: readonly OpenRow[],
  day: Day,
): Promise<Fee> {
  const { tariff, agreed, chargedFee, paid, paidWithoutFee: withoutFee } = settlement;
  const taken = allocatedTotal({ rows });
  if (!tariff || taken === 0) return NO_FEE;
  const vatBps = vatOfService(tariff.vatBps, await ratesOf(db), day);
  if (tariff.base === 'paid_amount') {
    const fee = feeOfParts(tariff, rowPartsOf(settlement, rows), vatBps);
    // Only VAT on top of a creditor's fee, at another rate, makes fees that do not compare.
    const compares = tariff.payer === 'individual' || tariff.vatMode !== 'on_top' || vatBps === tariff.vatBps;
    return compares ? lessAhead(fee, await chargedAhead(db, settlement, tariff)) : fee;
  }
  const whole = feeOf(tariff, agreed, vatBps);
  const total = scheduledTotal(settlement);
  // What was charged before at another rate of VAT counts as if charged at today's, so that the rest of the fee is the rest of the whole.
  const chargedBefore =
    vatBps === tariff.vatBps
      ? settledFee(whole, chargedFee, { withoutFee, total })
      : nextFeePart(whole, NO_FEE, paid, total);
  return nextFeePart(whole, chargedBefore, kopecks(paid + taken), total);
}

/** What is taken of each row, with the row's sum and what was paid of it before. Of a row that has been replaced since, only what is taken is known. */
function rowPartsOf(settlement: LockedSettlement, taken: readonly OpenRow[]): RowPart[] {
  const byNo = new Map(settlement.rows.map((row) => [row.no, row]));
  return taken.map(({ no, principal, interest }) => {
    const part = kopecks(principal + interest);
    const numbered = byNo.get(no);
    // A new schedule may give the number to a lesser row.
    const row = numbered && numbered.amount >= part ? numbered : undefined;
    return { amount: row?.amount ?? part, before: row?.paid ?? kopecks(0), taken: part };
  });
}

/** What of the fee is charged already for rows that refunds have opened; kopecks. */
async function chargedAhead(db: Db, settlement: LockedSettlement, tariff: Tariff): Promise<Kopecks> {
  const refunds = await refundsOf(db, settlement.id);
  if (refunds.length === 0) return kopecks(0);
  const byRows = ({ rows, fee }: RowsWithFee) => ({ byRows: feeWeight(tariff, rowPartsOf(settlement, rows)), fee });
  const since = await paidSince(db, settlement, Math.min(...refunds.map(({ at }) => at)));
  return feeChargedAhead(refunds.map(byRows), since.map(byRows));
}

/**
 * By what weight a refund takes back the fee of its payment: by the rows that it opens. Undefined where the fee goes by money alone, so
 * that a refund takes back its share.
 * @param paid what the payment has paid of each row, and what its refunds have opened of rows before
 * @param held what all rows hold now
 * @param leaving what other refunds under way are going to take of it before this one; kopecks
 */
export function refundFeeWeight(
  settlement: LockedSettlement,
  paid: { rows: readonly OpenRow[]; opened: readonly OpenRow[] },
  held: AllocatedAmounts,
  leaving: Kopecks,
): FeeOnRows | undefined {
  const { tariff } = settlement;
  if (tariff?.base !== 'paid_amount') return undefined;
  const weight = (rows: readonly OpenRow[]) => feeWeight(tariff, rowPartsOf(settlement, rows));
  const openedBy = (back: Kopecks) => weight(reverseAllocation(back, held).rows);
  return {
    charged: weight(paid.rows),
    openedBefore: weight(paid.opened),
    opens: (fromDebt) => minus(openedBy(kopecks(leaving + fromDebt)), openedBy(leaving)),
  };
}
