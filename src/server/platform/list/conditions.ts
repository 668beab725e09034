import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type SoughtWord, soughtWords } from '#domain/values/text/plain-words.ts';

/** The instant at which a Moscow day begins, `plus` days later: filters by day compare instants. */
export const moscowMidnight = (day: string, plus = 0) =>
  sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone 'Europe/Moscow')`;

/**
 * The same where the list is ordered by that very instant. The index of the order then serves any days, so the database
 * is not shown them and keeps one plan, instead of planning anew for each.
 */
export const midnightInOrder = (day: string, plus = 0) => sql<Date>`(select ${moscowMidnight(day, plus)})`;

/** A text as it is looked at by what was typed. */
export const inPlainWords = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`plain_words(${text} collate "ru-x-icu")`;

/** The texts of a row, put together. */
export const columnsTogether = (...columns: readonly string[]): RawBuilder<string> =>
  sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`;

/** Whether the texts of a row, put together, hold what was typed. For lists too short for an index. */
export const columnsHold = (typed: string, ...columns: readonly string[]) =>
  textHolds(columnsTogether(...columns), typed);

/** The same of one text. */
export const textHolds = (text: RawBuilder<unknown>, typed: string) => plainTextHolds(inPlainWords(text), typed);

/**
 * Whether a text, which is in plain words already, has in it all that was typed. One pattern alone is shown to the database: of that it
 * knows how many rows it will find, of several it believes that hardly any has them all.
 */
export function plainTextHolds(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const words = soughtWords(typed);
  const longest = words.flat().reduce((one, other) => (other.length > one.length ? other : one));
  const others = words.filter((word) => word.length > 1 || word[0] !== longest);
  return sql`(${sql.join([sql`${text} like ${containing(longest)}`, ...hasEach(text, others)], sql` and `)})`;
}

/** Whether a text in plain words has these in it, said so that no index is asked. */
export const hasEach = (text: RawBuilder<unknown>, words: readonly SoughtWord[]): RawBuilder<SqlBool>[] =>
  words.map((parts) =>
    parts.length === 1
      ? sql`strpos(${text}, ${parts[0]}) > 0`
      : sql`regexp_like(${text}, ${parts.join('[^[:alnum:]]*')})`,
  );

/** The pattern of a substring search: what the person typed, with nothing of it acting as a wildcard. */
export const containing = (plain: string): string => `%${plain.replace(/[\\%_]/g, '\\$&')}%`;
