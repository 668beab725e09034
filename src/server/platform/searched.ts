import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { containing } from './list.ts';

/** So many digits in a row are shared by few rows, and so many of their last ones are enough to find these. */
const telling = { least: 5, most: 6 };

/**
 * Whether a text with an index of trigrams holds what was typed. Such an index reads through the list of every trigram
 * that it is asked for, and «КД-» stands in the list of all contracts. So of a number it is asked for the last digits
 * alone, those that tell it from others, and the few rows that have them are looked at whole.
 */
export function searched(column: string, typed: string): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  const words = typed.toLowerCase();
  const digits = tellingDigits(words);
  return digits === null || digits === words
    ? sql`${text} like ${containing(typed)}`
    : sql`(${text} like ${containing(digits)} and strpos(${text}, ${words}) > 0)`;
}

/** The last digits of the longest number; null where there is none long enough. */
function tellingDigits(words: string): string | null {
  const numbers = words.match(/\d+/g) ?? [];
  const longest = numbers.reduce((one, other) => (other.length > one.length ? other : one), '');
  return longest.length < telling.least ? null : longest.slice(-telling.most);
}
