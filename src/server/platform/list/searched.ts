import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { plainWords } from '#domain/values/plain-words.ts';
import { containing } from './conditions.ts';

/** The letters of a shorter word are in too many rows to find a few of them. */
const selectiveWord = 5;
/** More words than this take longer to plan for than they save. */
const mostWords = 2;

/**
 * Whether a text with an index of trigrams holds what was typed. Asked for a pattern whole, such an index reads to their
 * ends the lists of all trigrams in it, and «КД-» is in the list of all contracts. Asked for each trigram by itself
 * it skips in one list what is not in another. So it is asked for a few of them, and the rows it finds are looked at whole.
 */
export function searched(column: string, typed: string): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  const words = plainWords(typed);
  const asked = selectiveTrigrams(words);
  if (asked.length === 0) return contains(column, typed);
  const each = asked.map((trigram) => sql`${text} like ${containing(trigram)}`);
  return sql`(${sql.join(each, sql` and `)} and strpos(${text}, ${words}) > 0)`;
}

/**
 * The same for whoever goes through many rows anyway. Of one pattern the database knows how many rows it will find; of
 * several it believes that hardly any has them all.
 */
export const contains = (column: string, typed: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} like ${containing(typed)}`;

/**
 * Whether what was typed has a digit in it. A name has none, so what has none is no part of a number, and finds nobody
 * by a number that is beside the name in the text of a search.
 */
export const hasDigit = (typed: string): boolean => /\d/.test(typed);

/** The trigrams worth asking for: two of each of the longest words. Each one more takes longer to plan than it saves. */
function selectiveTrigrams(words: string): string[] {
  const telling = (words.match(/[\p{L}\p{N}]+/gu) ?? [])
    .map((word) => Array.from(word))
    .filter(({ length }) => length >= selectiveWord)
    .sort((one, other) => other.length - one.length);
  return [...new Set(telling.slice(0, mostWords).flatMap(tellingOf))];
}

/**
 * The two trigrams of a word that narrow most. Numbers begin alike, with a region or a network, so theirs are the last ones.
 * A surname may begin as a first name that many have, or end as many do, but few do both; its very last letter only says
 * a man from a woman.
 */
function tellingOf(word: readonly string[]): string[] {
  const last = word.length - 3;
  const isNumber = /\d/.test(word[last]!);
  const starts = isNumber ? [last - 2, last] : [0, last - 1];
  return starts.map((at) => word.slice(at, at + 3).join(''));
}
