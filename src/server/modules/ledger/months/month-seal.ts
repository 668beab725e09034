import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addMonths, type Day } from '#domain/values/days.ts';
import { monthEnd } from '#domain/values/months.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** Rows that are hashed at once. */
const portion = 20_000;
/** What the first month is chained to. */
const firstHash = Buffer.alloc(32);

/** The seal of a month over the one before it, the seal of its last day, the last entry and its balances. */
export async function monthSeal(db: Db | Tx, month: Day, lastEntry: number): Promise<Buffer> {
  const { rows } = await sql<{ before: Buffer | null; day: string | null }>`
    select (select hash from ledger_months where month = ${addMonths(month, -1)}) as before,
      (select encode(hash, 'hex') from business_days where day = ${monthEnd(month)}) as day`.execute(db);
  const hash = createHash('sha256').update(rows[0]!.before ?? firstHash);
  hash.update(JSON.stringify([month, lastEntry, rows[0]!.day]));
  const accounts = await sql<{ text: string }>`
    select jsonb_build_array(account, opening, debit, credit)::text as text
    from ledger_month_accounts where month = ${month} order by account`.execute(db);
  for (const { text } of accounts.rows) hash.update(text);
  for (let after = { account: '', holderId: -1 }; ; ) {
    const holders = await sql<{ account: string; holderId: number; text: string }>`
      select account, holder_id, jsonb_build_array(account, holder_id, opening, debit, credit)::text as text
      from ledger_month_holders where month = ${month} and (account, holder_id) > (${after.account}, ${after.holderId})
      order by account, holder_id limit ${portion}`.execute(db);
    for (const { text } of holders.rows) hash.update(text);
    if (holders.rows.length < portion) return hash.digest();
    after = holders.rows.at(-1)!;
  }
}
