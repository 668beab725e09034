import type { OpenRow, ScheduleAllocation } from '#domain/money/allocation.ts';
import { PAID_HERE } from '#domain/money/payment.ts';
import type { Fee } from '#domain/money/tariff.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import type { LockedSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { feeIn, feeWayOf, type Locked } from './locked.ts';

/** What was moved of a row, and the day on which we did it. */
export type MovedPart = OpenRow & { on: Day };

/** The stored parts of a sum that went to rows and to the penalty, or came back from them: the penalty's part has no row. */
export const partsOf = <Row extends OpenRow>({ rows, penalty }: { rows: readonly Row[]; penalty: Kopecks }) => [
  ...rows,
  ...(penalty > 0 ? [{ no: null, penalty }] : []),
];

/** Writes down how much of a payment went to each row of the schedule and to the penalty. */
export async function insertAllocation(
  tx: Tx,
  { id, settlementId }: Locked,
  { rows, penalty }: ScheduleAllocation,
): Promise<void> {
  const parts = partsOf({ rows, penalty });
  if (parts.length === 0) return;
  await tx
    .insertInto('paymentAllocations')
    .values(parts.map((row) => ({ paymentId: id, settlementId, ...row })))
    .execute();
}

/** What a payment has paid of rows, whatever has gone back since, and what its refunds have opened of them. */
export async function paidAndOpened(db: Db, paymentId: number): Promise<{ rows: MovedPart[]; opened: MovedPart[] }> {
  const paid = await db
    .selectFrom('paymentAllocations')
    .select(['no', 'principal', 'interest', 'createdAt'])
    .where('paymentId', '=', paymentId)
    .orderBy('no')
    .execute();
  const opened = await db
    .selectFrom('refundAllocations as a')
    .innerJoin('refunds as r', 'r.id', 'a.refundId')
    .select(['a.no', 'a.principal', 'a.interest', 'a.createdAt'])
    .where('r.paymentId', '=', paymentId)
    .orderBy('a.id')
    .execute();
  return { rows: paid.flatMap(ofRow), opened: opened.flatMap(ofRow) };
}

/** What a payment or a refund has moved in the schedule, and with what fee; `at` in milliseconds. */
export interface RowsWithFee {
  rows: MovedPart[];
  fee: Fee;
  at: number;
}

/** What has gone back out of the schedule of an agreement. */
export async function refundsOf(db: Db, settlementId: number): Promise<RowsWithFee[]> {
  const parts = await db
    .selectFrom('refundAllocations as a')
    .innerJoin('refunds as r', 'r.id', 'a.refundId')
    .select(['r.id', 'r.feeAmount', 'r.feeVat', 'a.no', 'a.principal', 'a.interest', 'a.createdAt'])
    .where('r.settlementId', '=', settlementId)
    .execute();
  return rowsWithFee(parts);
}

/**
 * What has been paid into the schedule of an agreement since an instant, in milliseconds. What bears no fee is left out where the debtor
 * pays it on top: money that went past the platform, or came to its partner by itself.
 */
export async function paidSince(db: Db, settlement: LockedSettlement, since: number): Promise<RowsWithFee[]> {
  let paid = db
    .selectFrom('paymentAllocations as a')
    .innerJoin('payments as p', 'p.id', 'a.paymentId')
    .select(['p.id', 'p.feeAmount', 'p.feeVat', 'a.no', 'a.principal', 'a.interest', 'a.createdAt'])
    .where('a.settlementId', '=', settlement.id)
    .where('a.createdAt', '>=', new Date(since));
  if (feeWayOf(settlement) === 'on_top') paid = paid.where('p.channel', 'in', PAID_HERE);
  return rowsWithFee(await paid.execute());
}

type StoredPart = { no: number | null; principal: number; interest: number; createdAt: Date };

function rowsWithFee(
  parts: readonly (StoredPart & { id: number; feeAmount: number; feeVat: number })[],
): RowsWithFee[] {
  const byId = Map.groupBy(parts, ({ id }) => id);
  return [...byId.values()].map((all) => ({
    rows: all.flatMap(ofRow),
    fee: feeIn(all[0]!),
    at: all[0]!.createdAt.getTime(),
  }));
}

/** A stored part that has a row; the penalty's has none. */
const ofRow = ({ no, principal, interest, createdAt }: StoredPart): MovedPart[] =>
  no === null ? [] : [{ no, principal: kopecks(principal), interest: kopecks(interest), on: moscowDay(createdAt) }];
