import type { OpenRow, ScheduleAllocation } from '#domain/money/allocation.ts';
import type { Kopecks } from '#domain/values/money.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Locked } from './locked.ts';

/** What is kept of a sum that rows and the penalty have taken or given back: the penalty's part belongs to no row. */
export const partsOf = <Row extends OpenRow>({ rows, penalty }: { rows: readonly Row[]; penalty: Kopecks }) => [
  ...rows,
  ...(penalty > 0 ? [{ no: null, penalty }] : []),
];

/** Keeps how a payment was taken by the rows of the schedule, and of the penalty. */
export async function keepAllocation(
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
