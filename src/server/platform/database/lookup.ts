import { type RawBuilder, sql } from 'kysely';

/**
 * The rows of a table under a key, to be joined laterally with many others: `cross join lateral ${lookup('t', key)} t`. They are
 * looked up before anything else is asked of them, so there is one index to look by, whatever the planner believes of the
 * table (docs/decisions/0065).
 * @param key a condition by columns that an index without further conditions begins with, and that no other begins with
 */
export const lookup = (table: string, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(table)} where ${key} offset 0)`;
