import type { HeldMoney } from '#domain/money/refund.ts';
import type { Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/**
 * What the rows of the schedule in force and the penalty hold of all money that has come, in the order of the schedule. Of a row
 * of which some is paid the interest is paid first (docs/domain.md §8.8).
 */
export async function heldMoney(db: Db | Tx, settlementId: number): Promise<HeldMoney> {
  const items = await db
    .selectFrom('scheduleItems')
    .select(['no', 'dueDate', 'interest', 'paid'])
    .where('settlementId', '=', settlementId)
    .where('status', '<>', 'cancelled')
    .orderBy('no')
    .execute();
  const { penaltyPaid } = await db
    .selectFrom('settlements')
    .select('penaltyPaid')
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow();
  const rows = items.map(({ no, dueDate, interest, paid }) => ({
    no,
    dueDate: dueDate as Day,
    principal: kopecks(Math.max(0, paid - interest)),
    interest: kopecks(Math.min(interest, paid)),
  }));
  return { rows, penalty: kopecks(penaltyPaid) };
}
