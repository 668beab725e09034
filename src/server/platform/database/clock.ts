import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/** The time by the clock of the database, which is one for all nodes. */
export async function databaseNow(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

/**
 * The moment that the clock of the database and the one of this node have both reached. What cannot be undone goes by it: one clock
 * that runs ahead, as by a day after a repair, seals no day and takes no money early.
 */
export async function certainNow(db: Db | Tx): Promise<Date> {
  const [there, here] = [await databaseNow(db), new Date()];
  return there < here ? there : here;
}
