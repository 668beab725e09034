import { type RawBuilder, sql } from 'kysely';
import { type AccountCode, growsByDebit } from '#domain/money/ledger-accounts.ts';
import { ledgerMonths, monthEnd, monthOf } from '#domain/money/ledger-months.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type Base, baseOf, bookedWithin, netOf, type Span, within } from './book-days.queries.ts';

/** A balance as its account counts it: to the side on which it grows. @param net debit less credit */
export const asGrown = (account: AccountCode, net: number): number => (growsByDebit(account) || net === 0 ? net : -net);

/** What moved on an account, in kopecks. */
interface Turnover {
  debit: number;
  credit: number;
}

/** An account, or what one holder has on it. */
export interface Place {
  account: AccountCode;
  holderId?: number | undefined;
}

/** What moved on each account within a span; of whole months that are closed it is written already. */
export async function turnoversOf(db: Db, span: Span): Promise<ReadonlyMap<AccountCode, Turnover>> {
  const closed = await closedWithin(db, span);
  if (closed) return closed;
  const { rows } = await sql<Turnover & { account: AccountCode }>`
    select l.account, coalesce(sum(l.amount) filter (where l.side = 'debit'), 0)::bigint as debit,
      coalesce(sum(l.amount) filter (where l.side = 'credit'), 0)::bigint as credit
    from ${bookedWithin(span)} e join ledger_lines l on l.entry_id = e.id group by 1`.execute(db);
  return new Map(rows.map(({ account, ...turnover }) => [account, turnover]));
}

/** What moved in the closed months that a span is made of; null where it is not made of such. */
async function closedWithin(db: Db, { after, to }: Span): Promise<ReadonlyMap<AccountCode, Turnover> | null> {
  if (after === null || to === null || monthEnd(monthOf(after)) !== after || monthEnd(monthOf(to)) !== to) return null;
  const { rows } = await sql<Turnover & { account: AccountCode; months: number }>`
    select a.account, sum(a.debit)::bigint as debit, sum(a.credit)::bigint as credit, count(*)::int as months
    from ledger_month_accounts a join ledger_months m on m.month = a.month and m.status = 'closed'
    where a.month > ${after} and a.month <= ${to} group by 1`.execute(db);
  const isWhole = ledgerMonths({ first: addDays(after, 1), open: to }).length === rows[0]?.months;
  return isWhole ? new Map(rows.map(({ account, debit, credit }) => [account, { debit, credit }])) : null;
}

/** The balances of all accounts at the end of a day, debit less credit. */
export async function totalsOn(db: Db, day: Day): Promise<ReadonlyMap<AccountCode, number>> {
  const base = await baseOf(db, day);
  const moved = sql`(select l.account, sum(${netOf('l')}) as net from ${bookedWithin(base.span)} e
    join ledger_lines l on l.entry_id = e.id group by 1)`;
  const { rows } = await sql<{ account: AccountCode; net: number }>`
    select b.account, (b.net ${signOf(base)} coalesce(m.net, 0))::bigint as net
    from ${totalsOf(base)} b left join ${moved} m on m.account = b.account`.execute(db);
  return new Map(rows.map(({ account, net }) => [account, net]));
}

/** What is moved since a month comes on top, what is moved after the day goes off. */
const signOf = ({ from }: Base) => sql.raw(from === 'month' ? '+' : '-');

const totalsOf = (base: Base) =>
  base.from === 'month'
    ? sql`(select account, closing as net from ledger_month_accounts where month = ${base.month})`
    : sql`(select a.code as account, coalesce(sum(b.debit - b.credit), 0) as net
        from ledger_accounts a left join ledger_balances b on b.account = a.code group by 1)`;

/** The balance of an account, or of one of its holders, at the end of a day, debit less credit. */
export async function balanceOn(db: Db, { account, holderId }: Place, day: Day): Promise<number> {
  if (holderId === undefined) return (await totalsOn(db, day)).get(account) ?? 0;
  const base = await baseOf(db, day);
  const { rows } = await sql<{ net: number }>`
    select (coalesce((${heldBefore({ account, holderId }, base)}), 0)
      ${signOf(base)} coalesce((select sum(${netOf('l')}) from ${linesWithin({ account, holderId }, base.span)}), 0))::bigint as net`.execute(
    db,
  );
  return rows[0]!.net;
}

/** What moved on an account, or for one of its holders, within a span. */
export async function turnoverOf(db: Db, place: Place, span: Span): Promise<Turnover> {
  const { rows } = await sql<Turnover>`
    select coalesce(sum(l.amount) filter (where l.side = 'debit'), 0)::bigint as debit,
      coalesce(sum(l.amount) filter (where l.side = 'credit'), 0)::bigint as credit
    from ${linesWithin(place, span)}`.execute(db);
  return rows[0]!;
}

/**
 * The lines `l` of an account within a span, with their book days as `p`: tables and conditions, to which others may be added. A holder
 * has few lines, so they are found by him; those of an account are found by their days.
 */
export function linesWithin({ account, holderId }: Place, span: Span): RawBuilder<unknown> {
  if (holderId === undefined) {
    return sql`${bookedWithin(span)} p join ledger_lines l on l.entry_id = p.id where l.account = ${account}`;
  }
  return sql`ledger_lines l join (
      select e.id, coalesce(c.booked_on, e.value_date) as book_day from ledger_entries e left join ledger_late_entries c on c.entry_id = e.id
    ) p on p.id = l.entry_id where l.account = ${account} and l.holder_id = ${holderId} and ${within(sql`p.book_day`, span)}`;
}

/** What one holder had on an account where the count of his balance begins. */
const heldBefore = ({ account, holderId }: Required<Place>, base: Base) =>
  base.from === 'month'
    ? sql`select h.closing from ledger_month_holders h
        where h.account = ${account} and h.holder_id = ${holderId} and h.month <= ${base.month} order by h.month desc limit 1`
    : sql`select sum(b.debit - b.credit) from ledger_balances b where b.account = ${account} and b.holder_id = ${holderId}`;

/** What holders had on accounts at the end of a day, debit less credit: parts that are summed by account and holder. */
export function holdersOf(base: Base, accounts: readonly AccountCode[]): RawBuilder<unknown> {
  const before =
    base.from === 'month'
      ? sql`(select distinct on (h.account, h.holder_id) h.account, h.holder_id, h.closing as net from ledger_month_holders h
          where h.account = any(${accounts}::text[]) and h.month <= ${base.month}
          order by h.account, h.holder_id, h.month desc)`
      : sql`select b.account, b.holder_id, b.debit - b.credit as net from ledger_balances b where b.account = any(${accounts}::text[])`;
  return sql`(${before} union all
    select l.account, l.holder_id, ${signOf(base)} (${netOf('l')}) as net
    from ${bookedWithin(base.span)} e join ledger_lines l on l.entry_id = e.id where l.account = any(${accounts}::text[]))`;
}
