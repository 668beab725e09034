import type { OpenRow, ScheduleAllocation } from '#domain/money/allocation.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Locked } from './locked.ts';

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
export async function rowsOf(tx: Tx, paymentId: number): Promise<{ rows: OpenRow[]; opened: OpenRow[] }> {
  const paid = await tx
    .selectFrom('paymentAllocations')
    .select(['no', 'principal', 'interest'])
    .where('paymentId', '=', paymentId)
    .orderBy('no')
    .execute();
  const opened = await tx
    .selectFrom('refundAllocations as a')
    .innerJoin('refunds as r', 'r.id', 'a.refundId')
    .select(['a.no', 'a.principal', 'a.interest'])
    .where('r.paymentId', '=', paymentId)
    .orderBy('a.id')
    .execute();
  return { rows: paid.flatMap(ofRow), opened: opened.flatMap(ofRow) };
}

/** A stored part that has a row; the penalty's has none. */
const ofRow = ({ no, principal, interest }: { no: number | null; principal: number; interest: number }): OpenRow[] =>
  no === null ? [] : [{ no, principal: kopecks(principal), interest: kopecks(interest) }];
