import { sql } from 'kysely';
import type { Day } from '#domain/values/days.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { most } from './forget.ts';

/** What somebody has complained of, once it was decided so long ago; what waits is kept until it is. */
export async function forgetComplaints(tx: Tx, before: Day): Promise<number> {
  const { numAffectedRows } = await sql`delete from complaints
    where id in (select id from complaints where decided_at < ${before}::date limit ${most})`.execute(tx);
  return Number(numAffectedRows);
}
