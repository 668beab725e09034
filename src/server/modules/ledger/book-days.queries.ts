import { type RawBuilder, sql } from 'kysely';
import { addDays, type Day, daysBetween } from '#domain/values/days.ts';
import { monthEnd } from '#domain/values/months.ts';
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

/**
 * From where the balances at the end of a day are counted: on from what a closed month has left, or from what the first one began with, or back
 * from that or from what they are now.
 */
export type Base = { readonly goes: '+' | '-'; readonly span: Span } & (
  | { readonly from: 'opening' | 'closing'; readonly month: Day }
  | { readonly from: 'now' }
);

/** From where less has to be counted: from the last month that is closed by a day, back from now, or around the beginning of the first one. */
export async function baseOf(db: Db, day: Day): Promise<Base> {
  const { rows } = await sql<{ first: Day | null; last: Day | null; open: Day }>`
    select (select min(month) from ledger_months where status = 'closed') as first,
      (select max(month) from ledger_months where status = 'closed' and month + interval '1 month' <= ${day}::date + 1) as last,
      (select day from business_days where status <> 'sealed') as open`.execute(db);
  const { first, last, open } = rows[0]!;
  if (last === null && first !== null) {
    const eve = addDays(first, -1);
    if (day < eve) return { from: 'opening', month: first, goes: '-', span: { after: day, to: eve } };
    return { from: 'opening', month: first, goes: '+', span: { after: eve, to: day } };
  }
  if (last === null || daysBetween(monthEnd(last), day) > daysBetween(day, open))
    return { from: 'now', goes: '-', span: { after: day, to: null } };
  return { from: 'closing', month: last, goes: '+', span: { after: monthEnd(last), to: day } };
}

/** The closed months within a span, and what is left of it around them. */
export interface Parts {
  readonly closed: { readonly first: Day; readonly last: Day } | null;
  readonly around: readonly Span[];
}

/** Tells what of a span is written already. Months are closed one after another, so there is none open between two that are closed. */
export async function partsOf(db: Db, { after, to }: { after: Day; to: Day }): Promise<Parts> {
  const { rows } = await sql<{ first: Day | null; last: Day | null }>`
    select min(month) as first, max(month) as last from ledger_months
    where status = 'closed' and month > ${after}::date and month + interval '1 month' <= ${to}::date + 1`.execute(db);
  const { first, last } = rows[0]!;
  if (first === null || last === null) return { closed: null, around: [{ after, to }] };
  const around = [
    { after, to: addDays(first, -1) },
    { after: monthEnd(last), to },
  ].filter((span) => span.after < span.to);
  return { closed: { first, last }, around };
}
