import { type RawBuilder, sql } from 'kysely';

/**
 * The rows of a table that match a key, to be joined laterally with many others: `cross join lateral ${lookup('t', key)} t`.
 * `offset 0` keeps the planner from moving outer conditions into it, so that the rows are found by the index of the key
 * alone, whatever the planner believes of the table (docs/decisions/0065).
 * @param key equality on the first columns of exactly one index that covers every row
 */
export const lookup = (table: string, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(table)} where ${key} offset 0)`;
