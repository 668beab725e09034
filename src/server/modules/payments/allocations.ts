import type { ScheduleAllocation } from '#domain/allocation.ts';
import type { Tx } from '#server/platform/db.ts';
import type { Locked } from './locked.ts';

/** Keeps how a payment was taken by the rows of the schedule. */
export async function keepAllocation(
  tx: Tx,
  { id, settlementId }: Locked,
  { rows }: ScheduleAllocation,
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('paymentAllocations')
    .values(rows.map((row) => ({ paymentId: id, settlementId, ...row })))
    .execute();
}
