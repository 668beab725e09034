import { sql } from 'kysely';
import { addMonths, type Day } from '#domain/values/days.ts';
import { monthEnd } from '#domain/values/months.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { earlierWritersEnded } from '#server/platform/database/settled.ts';
import { transition } from '#server/platform/state/transition.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { bookedWithin } from '../book-days.queries.ts';
import { ledgerMonthState } from './month-rows.ts';
import { monthSeal } from './month-seal.ts';

/** The first month is summed over all that was before it. */
const longestMs = 300_000;

/** Closes a month that is being closed; what is in the way is told beside it, until it is closed. */
export async function finishClose(app: App, { monthId }: { monthId: number }): Promise<void> {
  const { db } = app.database;
  if (!(await earlierWritersEnded(db))) {
    await tellProblem(db, monthId, PROBLEMS.writers);
    throw new Error('somebody has been writing for long who may not know of the close');
  }
  try {
    await writeClose(db, monthId);
  } catch (error) {
    await tellProblem(db, monthId, PROBLEMS.fault);
    throw error;
  }
}

const PROBLEMS = {
  writers: 'Давно идёт долгая запись в базу: закрытие ждёт её конца',
  fault: 'Остатки не записались: внутренняя ошибка, подробности в журнале приложения',
} as const;

const tellProblem = (db: Db, monthId: number, problem: string) =>
  inSystemTransaction(db, 'ledger.monthBalances', (tx) =>
    tx
      .updateTable('ledgerMonths')
      .set({ problem })
      .where('id', '=', monthId)
      .where('status', '=', 'closing')
      .where('problem', 'is distinct from', problem)
      .execute(),
  );

/** Writes the balances of a month that is being closed, and its seal. */
async function writeClose(db: Db, monthId: number): Promise<void> {
  await inSystemTransaction(db, 'ledger.monthBalances', async (tx) => {
    const found = await tx
      .selectFrom('ledgerMonths')
      .select(['month', 'status'])
      .where('id', '=', monthId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (found.status !== 'closing') return;
    const month = found.month as Day;
    await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
    await writeHolders(tx, month);
    await writeAccounts(tx, month);
    const { rows } = await sql<{ lastEntry: number; entries: number }>`
      select (select coalesce(max(id), 0) from ledger_entries)::bigint as last_entry, count(*)::bigint as entries
      from ${bookedWithin({ after: monthEnd(addMonths(month, -1)), to: monthEnd(month) })} e`.execute(tx);
    const hash = await monthSeal(tx, month, rows[0]!.lastEntry);
    const set = { ...rows[0]!, hash, problem: null, closedAt: sql<Date>`clock_timestamp()` };
    await transition({ db: tx, actor: null }, ledgerMonthState(monthId), 'close', { set });
  });
}

/** Who has moved in the month, and in the first one also who has moved before it. */
async function writeHolders(tx: Tx, month: Day): Promise<void> {
  const before = monthEnd(addMonths(month, -1));
  const isFirst =
    (await tx.selectFrom('ledgerMonthAccounts').select('month').where('month', '<', month).executeTakeFirst()) ===
    undefined;
  await sql`
    insert into ledger_month_holders (month, account, holder_id, opening, debit, credit)
    select ${month}::date, t.account, t.holder_id, t.earlier + coalesce((
        select h.closing from ledger_month_holders h where h.account = t.account and h.holder_id = t.holder_id and h.month < ${month}::date
        order by h.month desc limit 1), 0), t.debit, t.credit
    from (
      select l.account, l.holder_id,
        coalesce(sum(case l.side when 'debit' then l.amount else -l.amount end) filter (where e.book_day <= ${before}::date), 0) as earlier,
        coalesce(sum(l.amount) filter (where l.side = 'debit' and e.book_day > ${before}::date), 0) as debit,
        coalesce(sum(l.amount) filter (where l.side = 'credit' and e.book_day > ${before}::date), 0) as credit
      from ${bookedWithin({ after: isFirst ? null : before, to: monthEnd(month) })} e join ledger_lines l on l.entry_id = e.id
      group by 1, 2) t`.execute(tx);
}

/** Each account, moved or not: its opening balance is what the month before has left. */
const writeAccounts = (tx: Tx, month: Day) =>
  sql`
    insert into ledger_month_accounts (month, account, opening, debit, credit)
    select ${month}::date, a.code, coalesce(p.closing, h.opening, 0), coalesce(h.debit, 0), coalesce(h.credit, 0)
    from ledger_accounts a
      left join ledger_month_accounts p on p.account = a.code and p.month = ${addMonths(month, -1)}::date
      left join (select account, sum(opening) as opening, sum(debit) as debit, sum(credit) as credit
        from ledger_month_holders where month = ${month}::date group by 1) h on h.account = a.code`.execute(tx);
