import type { ScheduleAllocation } from '#domain/allocation.ts';
import type { Tx } from '#server/platform/db.ts';
import type { Locked } from './locked.ts';

/** Keeps how a payment was taken by the rows of the schedule, and of the penalty. */
export async function keepAllocation(
  tx: Tx,
  { id, settlementId }: Locked,
  { rows, penalty }: ScheduleAllocation,
): Promise<void> {
  const parts = [...rows, ...(penalty > 0 ? [{ no: null, penalty }] : [])];
  if (parts.length === 0) return;
  await tx
    .insertInto('paymentAllocations')
    .values(parts.map((row) => ({ paymentId: id, settlementId, ...row })))
    .execute();
}
