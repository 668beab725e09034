import { type RawBuilder, sql } from 'kysely';
import { type AccountCode, growsByDebit } from '#domain/money/ledger-accounts.ts';
import type { Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';
import { type Base, baseOf, bookedWithin, netOf, type Parts, partsOf, type Span, within } from './book-days.queries.ts';

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

/** Days after the first and up to the second, both told. */
interface Days {
  after: Day;
  to: Day;
}

/** What moved on each account within a span: of the closed months in it it is written already, the rest is summed. */
export async function turnoversOf(db: Db, span: Days): Promise<ReadonlyMap<AccountCode, Turnover>> {
  const { closed, around } = await partsOf(db, span);
  const written = closed ? [sql`select account, debit, credit from ledger_month_accounts where ${isOf(closed)}`] : [];
  const summed = around.map(
    (part) =>
      sql`select l.account, ${sides} from ${bookedWithin(part)} e join ledger_lines l on l.entry_id = e.id group by 1`,
  );
  const { rows } = await sql<Turnover & { account: AccountCode }>`
    select account, sum(debit)::bigint as debit, sum(credit)::bigint as credit
    from (${sql.join([...written, ...summed], sql` union all `)}) t group by 1`.execute(db);
  return new Map(rows.map(({ account, ...turnover }) => [account, turnover]));
}

const isOf = ({ first, last }: NonNullable<Parts['closed']>) => sql`month between ${first} and ${last}`;

/** What lines `l` come to, by their sides. */
const sides = sql`coalesce(sum(l.amount) filter (where l.side = 'debit'), 0)::bigint as debit,
  coalesce(sum(l.amount) filter (where l.side = 'credit'), 0)::bigint as credit`;

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
const signOf = ({ goes }: Base) => sql.raw(goes);

const totalsOf = (base: Base) =>
  base.from !== 'now'
    ? sql`(select account, ${sql.ref(base.from)} as net from ledger_month_accounts where month = ${base.month})`
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
export async function turnoverOf(db: Db, place: Place, span: Days): Promise<Turnover> {
  const { account, holderId } = place;
  const { closed, around } = await partsOf(db, span);
  const written = closed
    ? [
        holderId === undefined
          ? sql`select debit, credit from ledger_month_accounts where account = ${account} and ${isOf(closed)}`
          : sql`select debit, credit from ledger_month_holders
              where account = ${account} and holder_id = ${holderId} and ${isOf(closed)}`,
      ]
    : [];
  const summed = around.map((part) => sql`select ${sides} from ${linesWithin(place, part)}`);
  const { rows } = await sql<Turnover>`
    select coalesce(sum(debit), 0)::bigint as debit, coalesce(sum(credit), 0)::bigint as credit
    from (${sql.join([...written, ...summed], sql` union all `)}) t`.execute(db);
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

/** What one holder had on an account where the count of his balance begins: in the first month all have a row that had anything before. */
function heldBefore({ account, holderId }: Required<Place>, base: Base): RawBuilder<unknown> {
  const his = sql`account = ${account} and holder_id = ${holderId}`;
  if (base.from === 'now') return sql`select sum(debit - credit) from ledger_balances where ${his}`;
  if (base.from === 'opening')
    return sql`select opening from ledger_month_holders where ${his} and month = ${base.month}`;
  return sql`select closing from ledger_month_holders where ${his} and month <= ${base.month} order by month desc limit 1`;
}

/** What holders had on accounts at the end of a day, debit less credit: parts that are summed by account and holder. */
export function holdersOf(base: Base, accounts: readonly AccountCode[]): RawBuilder<unknown> {
  return sql`(${allHeldBefore(base, accounts)} union all
    select l.account, l.holder_id, ${signOf(base)} (${netOf('l')}) as net
    from ${bookedWithin(base.span)} e join ledger_lines l on l.entry_id = e.id where l.account = any(${accounts}::text[]))`;
}

function allHeldBefore(base: Base, accounts: readonly AccountCode[]): RawBuilder<unknown> {
  const those = sql`account = any(${accounts}::text[])`;
  if (base.from === 'now')
    return sql`select account, holder_id, debit - credit as net from ledger_balances where ${those}`;
  if (base.from === 'opening')
    return sql`select account, holder_id, opening as net from ledger_month_holders where ${those} and month = ${base.month}`;
  return sql`(select distinct on (account, holder_id) account, holder_id, closing as net from ledger_month_holders
    where ${those} and month <= ${base.month} order by account, holder_id, month desc)`;
}
