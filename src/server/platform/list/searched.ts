import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type SoughtWord, soughtWords } from '#domain/values/text/plain-words.ts';
import { containing, hasEach, plainTextHolds } from './conditions.ts';

/** The letters of a shorter word are in too many rows to find a few of them. */
const selectiveWord = 5;
/** The same of the digits that stand together in a number; of fewer there is no trigram. */
const selectiveGroup = 3;
/** More words than this take longer to plan for than they save. */
const mostWords = 2;

/**
 * Whether a text with an index of trigrams holds what was typed. Asked for a pattern whole, such an index reads to their
 * ends the lists of all trigrams in it, and «КД-» is in the list of all contracts. Asked for each trigram by itself
 * it skips in one list what is not in another. So it is asked for a few of them, and the rows it finds are looked at whole.
 */
export const indexedColumnHolds = (column: string, typed: string): RawBuilder<SqlBool> =>
  indexedTextHolds(sql.ref(column), typed);

/** The same of a text that is in plain words but in no column. */
export function indexedTextHolds(text: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  const words = soughtWords(typed);
  const asked = selectivePatterns(words);
  if (asked.length === 0) return plainTextHolds(text, typed);
  const each = asked.map((piece) => sql`${text} like ${containing(piece)}`);
  return sql`(${sql.join([...each, ...hasEach(text, words)], sql` and `)})`;
}

/** The same for whoever goes through many rows anyway. */
export const columnHolds = (column: string, typed: string): RawBuilder<SqlBool> =>
  plainTextHolds(sql.ref(column), typed);

/**
 * Whether what was typed has a digit in it. A name has none, so what has none is no part of a number, and finds nobody
 * by a number that is beside the name in the text of a search.
 */
export const hasDigit = (typed: string): boolean => /\d/.test(typed);

/** What was typed without its words that have no digit. */
export const numbersIn = (typed: string): string => typed.split(/\s+/).filter(hasDigit).join(' ');

/** What such an index is asked for where no planner is to choose: the same, or of short words the longest one; nothing of still shorter ones. */
export function piecesOf(typed: string): string[] {
  const words = soughtWords(typed);
  const asked = selectivePatterns(words);
  if (asked.length > 0) return asked;
  const [longest] = words
    .flatMap((parts) => (parts.length === 1 ? parts : []))
    .filter((word) => /[\p{L}\p{N}]{3}/u.test(word))
    .sort((one, other) => other.length - one.length);
  return longest === undefined ? [] : [longest];
}

/**
 * What is worth asking for: two trigrams of each of the longest words, and of a number that is written in short groups the
 * last groups. Each one more takes longer to plan than it saves.
 */
function selectivePatterns(words: readonly SoughtWord[]): string[] {
  const telling = words
    .flatMap((parts) => parts.flatMap((part) => part.match(/[\p{L}\p{N}]+/gu) ?? []))
    .map((part) => Array.from(part))
    .filter(({ length }) => length >= selectiveWord)
    .sort((one, other) => other.length - one.length);
  if (telling.length > 0) return [...new Set(telling.slice(0, mostWords).flatMap(tellingOf))];
  const groups = words.filter(({ length }) => length > 1).flat();
  return groups.filter(({ length }) => length >= selectiveGroup).slice(-mostWords);
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
