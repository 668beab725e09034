import { type RawBuilder, sql } from 'kysely';
import { monthEnd } from '#domain/money/ledger-months.ts';
import { type Day, daysBetween } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Days after the first and up to the second; null is without an end. */
export interface Span {
  after: Day | null;
  to: Day | null;
}

/** Whether a day is within a span. */
export const within = (column: RawBuilder<unknown>, { after, to }: Span) =>
  sql`${after === null ? sql`true` : sql`${column} > ${after}::date`} and ${to === null ? sql`true` : sql`${column} <= ${to}::date`}`;

/** The entries that were booked within a span, each with its book day: an index gives both those of their own day and the late ones. */
export const bookedWithin = (span: Span) => sql`(
  select e.id, e.value_date as book_day from ledger_entries e
    where ${within(sql`e.value_date`, span)} and not exists (select from ledger_late_entries c where c.entry_id = e.id)
  union all select c.entry_id, c.booked_on from ledger_late_entries c where ${within(sql`c.booked_on`, span)})`;

/** The book day of an entry. @param entry the alias of its table */
export const bookDayOf = (entry: string): RawBuilder<string> =>
  sql`coalesce((select c.booked_on from ledger_late_entries c where c.entry_id = ${sql.ref(`${entry}.id`)}), ${sql.ref(`${entry}.valueDate`)})`;

/** Debit less credit of the lines of a table. */
export const netOf = (alias: string) =>
  sql<number>`case ${sql.ref(`${alias}.side`)} when 'debit' then ${sql.ref(`${alias}.amount`)} else -${sql.ref(`${alias}.amount`)} end`;

/** From where the balances at the end of a day are counted: on from a month that is closed by then, or back from what they are now. */
export type Base =
  | { readonly from: 'month'; readonly month: Day; readonly span: Span }
  | { readonly from: 'now'; readonly span: Span };

/** From where less has to be counted: from the last month that is closed by a day, or back from now. */
export async function baseOf(db: Db, day: Day): Promise<Base> {
  const { rows } = await sql<{ month: Day | null; open: Day }>`
    select (select max(month) from ledger_months where status = 'closed' and month + interval '1 month' <= ${day}::date + 1) as month,
      (select day from business_days where status <> 'sealed') as open`.execute(db);
  const { month, open } = rows[0]!;
  const back: Base = { from: 'now', span: { after: day, to: null } };
  if (month === null || daysBetween(monthEnd(month), day) > daysBetween(day, open)) return back;
  return { from: 'month', month, span: { after: monthEnd(month), to: day } };
}
