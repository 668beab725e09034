import type { OpenRow, ScheduleAllocation } from '#domain/money/allocation.ts';
import type { Kopecks } from '#domain/values/money.ts';
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
