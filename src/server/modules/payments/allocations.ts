import type { OpenRow, ScheduleAllocation } from '#domain/money/allocation.ts';
import type { AllocatedAmounts } from '#domain/money/refund.ts';
import { type Kopecks, kopecks, sumKopecks } from '#domain/values/money.ts';
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

/** What a payment has paid of each row, in the order of the schedule, and of the penalty, whatever has gone back since. */
export async function paidOf(tx: Tx, paymentId: number): Promise<AllocatedAmounts> {
  const parts = await tx
    .selectFrom('paymentAllocations')
    .select(['no', 'principal', 'interest', 'penalty'])
    .where('paymentId', '=', paymentId)
    .orderBy('no')
    .execute();
  const rows = parts.flatMap(({ no, principal, interest }) =>
    no === null ? [] : [{ no, principal: kopecks(principal), interest: kopecks(interest) }],
  );
  return { rows, penalty: sumKopecks(parts.map(({ penalty }) => kopecks(penalty))) };
}
