import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './db.ts';

/**
 * The rows of a table that match a key, to be joined laterally with many others: `cross join lateral ${lookup('t', key)} t`.
 * `offset 0` keeps the planner from moving outer conditions into it, so that the rows are found by the index of the key
 * alone, whatever the planner believes of the table (docs/decisions/0065).
 * @param key equality on the first columns of exactly one index that covers every row
 */
export const lookup = (table: string, key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from ${sql.table(table)} where ${key} offset 0)`;

/**
 * Makes the transaction fit for tens of thousands of rows. The database learns how many rows a fresh dry run has long
 * after it is needed; without this it takes the run for a handful, and a table that it knows to be small for worth
 * reading once for each of them. Nor is a plan kept that was made when there were fewer, be it that of a foreign key.
 */
export async function expectMany(tx: Tx, longestMs: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(longestMs)}, true), set_config('enable_seqscan', 'off', true),
    set_config('plan_cache_mode', 'force_custom_plan', true),
    set_config('work_mem', '32MB', true)`.execute(tx);
}
