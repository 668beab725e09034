import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { plainWords } from '#domain/values/plain-words.ts';

/** The instant at which a Moscow day begins, `plus` days later: filters by day compare instants. */
export const moscowMidnight = (day: string, plus = 0) =>
  sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone 'Europe/Moscow')`;

/**
 * The same where the list is ordered by that very instant. The index of the order then serves any days, so the database
 * is not shown them and keeps one plan, instead of planning anew for each.
 */
export const midnightInOrder = (day: string, plus = 0) => sql<Date>`(select ${moscowMidnight(day, plus)})`;

/** Whether the texts of a row, put together, hold what was typed. For lists too short for an index. */
export const holds = (typed: string, ...columns: readonly string[]) =>
  textHolds(sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`, typed);

/** The same of one text. */
export const textHolds = (text: RawBuilder<unknown>, typed: string) =>
  sql<SqlBool>`plain_words(${text} collate "ru-x-icu") like ${containing(typed)}`;

/** The pattern of a substring search: what the person typed, with nothing of it acting as a wildcard. */
export const containing = (typed: string): string => `%${plainWords(typed).replace(/[\\%_]/g, '\\$&')}%`;
