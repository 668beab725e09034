import type { Day } from '#domain/values/days.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** The day on which the last money came: what was paid outside may be older than what came since. */
export async function lastIncomingDay<T extends Day | null>(tx: Tx, settlementId: number, day: T): Promise<Day | T> {
  const { last } = await tx
    .selectFrom('payments')
    .select(({ fn }) => fn.max('valueDate').as('last'))
    .where('settlementId', '=', settlementId)
    .executeTakeFirstOrThrow();
  return last !== null && (day === null || last > day) ? (last as Day) : day;
}
