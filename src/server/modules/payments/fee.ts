import type { OpenRow } from '#domain/money/allocation.ts';
import { type AllocatedAmounts, type FeeOnRows, reverseAllocation } from '#domain/money/refund.ts';
import {
  feeAtRate,
  feeBaseOn,
  feeOfParts,
  feeOnTaken,
  prechargedFee,
  type RowPart,
  type ScheduledRow,
  withoutPrecharged,
} from '#domain/money/row-fee.ts';
import { type Fee, feeOf, NO_FEE, nextFeePart, type Tariff } from '#domain/money/tariff.ts';
import { vatOfService } from '#domain/rates/vat.ts';
import { settledFeeAtRate } from '#domain/settlements/price/debtor-fee.ts';
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
import { type MovedPart, paidSince, type RowsWithFee, refundsOf } from './allocations.ts';

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
    const all = await everyRow(db, settlement.id);
    const fee = feeOfParts(tariff, rowPartsOf(settlement, rows), vatBps);
    return withoutPrecharged(fee, await prechargedOf(db, settlement, { tariff, all, vatBps }));
  }
  const whole = feeOf(tariff, agreed, vatBps);
  const total = scheduledTotal(settlement);
  const chargedBefore = settledFeeAtRate(tariff, whole, chargedFee, { withoutFee, total, vatBps });
  return nextFeePart(whole, chargedBefore, kopecks(paid + taken), total);
}

/** All rows that the schedule of an agreement has or has had, the older first. */
async function everyRow(db: Db, settlementId: number): Promise<ScheduledRow[]> {
  const items = await db
    .selectFrom('scheduleItems')
    .select(['no', 'plannedDate', 'amount', 'paid', 'addedOn', 'replacedOn'])
    .where('settlementId', '=', settlementId)
    .orderBy('id')
    .execute();
  return items as ScheduledRow[];
}

/** What is taken of each row now, with the sum by which the row bears its fee and what was paid of it before. */
function rowPartsOf({ rows }: LockedSettlement, taken: readonly OpenRow[]): RowPart[] {
  const byNo = new Map(rows.map((row) => [row.no, row]));
  return taken.map(({ no, principal, interest }) => {
    const part = kopecks(principal + interest);
    const { feeBase: amount = part, paid: before = kopecks(0) } = byNo.get(no) ?? {};
    return { amount, before, taken: part };
  });
}

/** The same of what was moved on days before, when the schedule may have been another. */
const movedPartsOf = (all: readonly ScheduledRow[], moved: readonly MovedPart[]): Omit<RowPart, 'before'>[] =>
  moved.map(({ no, principal, interest, on }) => {
    const part = kopecks(principal + interest);
    return { amount: feeBaseOn({ no, part, on }, all), taken: part };
  });

/** What of the fee is charged already for rows that refunds have opened, at the rate of VAT of the day; kopecks. */
async function prechargedOf(
  db: Db,
  settlement: LockedSettlement,
  { tariff, all, vatBps }: { tariff: Tariff; all: readonly ScheduledRow[]; vatBps: number },
): Promise<Kopecks> {
  const refunds = await refundsOf(db, settlement.id);
  if (refunds.length === 0) return kopecks(0);
  const byRows = ({ rows, fee }: RowsWithFee) => ({
    byRows: feeOnTaken(tariff, movedPartsOf(all, rows), vatBps),
    fee: feeAtRate(tariff, fee, vatBps),
  });
  const since = await paidSince(db, settlement, Math.min(...refunds.map(({ at }) => at)));
  return prechargedFee(refunds.map(byRows), since.map(byRows));
}

/**
 * By what weight a refund takes back the fee of its payment: by the rows that it opens. Undefined where the fee goes by money alone, so
 * that a refund takes back its share.
 * @param paid what the payment has paid of each row, and what its refunds have opened of rows before
 * @param held what all rows hold now
 * @param leaving what other refunds under way are going to take of it before this one; kopecks
 */
export async function refundFeeOnRows(
  db: Db,
  settlement: LockedSettlement,
  paid: { rows: readonly MovedPart[]; opened: readonly MovedPart[] },
  { held, leaving }: { held: AllocatedAmounts; leaving: Kopecks },
): Promise<FeeOnRows | undefined> {
  const { tariff } = settlement;
  if (tariff?.base !== 'paid_amount') return undefined;
  const all = await everyRow(db, settlement.id);
  const openedBy = (back: Kopecks) => feeOnTaken(tariff, rowPartsOf(settlement, reverseAllocation(back, held).rows));
  return {
    charged: feeOnTaken(tariff, movedPartsOf(all, paid.rows)),
    openedBefore: feeOnTaken(tariff, movedPartsOf(all, paid.opened)),
    opens: (fromDebt) => minus(openedBy(kopecks(leaving + fromDebt)), openedBy(leaving)),
  };
}
