import { sql } from 'kysely';
import type { Broken } from '#domain/money/ledger-invariants.ts';
import { addMonths, type Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { monthEnd } from '#domain/values/months.ts';
import type { Db } from '#server/platform/database/db.ts';
import { bookedWithin } from '../book-days.queries.ts';
import { brokenLedger } from '../ledger.queries.ts';
import { monthSeal } from './month-seal.ts';

/** The whole ledger is looked through. */
const longestMs = 60_000;

/** All that does not hold at one moment: in the ledger, and in the last closed month. */
export const brokenNow = (db: Db): Promise<Broken[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
      return [...(await brokenLedger(tx)), ...(await brokenMonth(tx))];
    });

/** What of the last closed month is not as it was closed: turnovers that are not those of the lines any more, a seal that does not fit. */
async function brokenMonth(db: Db): Promise<Broken[]> {
  const last = await db
    .selectFrom('ledgerMonths')
    .select(['month', 'hash', 'lastEntry'])
    .where('status', '=', 'closed')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return [];
  const month = last.month as Day;
  const broken = await brokenTurnovers(db, month);
  if ((await monthSeal(db, month, last.lastEntry!)).equals(last.hash!)) return broken;
  return [...broken, { rule: `seal of ${month}`, expected: kopecks(1), found: kopecks(0) }];
}

async function brokenTurnovers(db: Db, month: Day): Promise<Broken[]> {
  const span = { after: monthEnd(addMonths(month, -1)), to: monthEnd(month) };
  const { rows } = await sql<{ account: string; expected: number; found: number }>`
    select m.account, coalesce(l.sum, 0)::bigint as expected, m.debit + m.credit as found
    from ledger_month_accounts m left join (
      select l.account, sum(l.amount) as sum from ${bookedWithin(span)} e join ledger_lines l on l.entry_id = e.id group by 1) l
      on l.account = m.account
    where m.month = ${month} and coalesce(l.sum, 0) <> m.debit + m.credit`.execute(db);
  return rows.map(({ account, expected, found }) => ({
    rule: `turnover of ${account} in ${month}`,
    expected: kopecks(expected),
    found: kopecks(found),
  }));
}
