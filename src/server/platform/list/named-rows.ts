import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { soughtWords } from '#domain/values/text/plain-words.ts';
import { containing } from './conditions.ts';
import { hasDigit } from './searched.ts';

/** So many letters of a surname are in the index. */
const keyLength = 16;

/** What the text of a person's search begins with: it has an index in the order of letters. */
const keyOf = (text: string): RawBuilder<string> =>
  sql<string>`left(${sql.ref(text)}, ${sql.lit(keyLength)}) collate "C"`;

/** Whether what was typed may be a name: a number is beside no surname that would have to come first. */
export const mayBeName = (typed: string): boolean => !hasDigit(typed);

/** So many of the newest rows are looked at before any index of a search. */
const newestRows = 40;

/** A name as a statement looks for it. */
interface SoughtName {
  /** Each of its words. */
  words: readonly RawBuilder<string>[];
  /** The same as beginnings of a surname. */
  surnames: RawBuilder<readonly string[]>;
  /** The longest of them as a pattern; undefined where an index of trigrams knows nothing of it. */
  pattern: RawBuilder<string> | undefined;
}

/** Rows that are found by the name of a person, in ways that need no plan for the words. */
export interface NamedRows {
  /**
   * An array of the ids of the first few, those whose surname was typed before all others; undefined: other ways are left to find
   * any.
   */
  ids(sought: SoughtName, most: number): RawBuilder<number[]> | undefined;
}

/** What of a typed name is looked for. @param typed something that may be a name */
export function nameIn(typed: string): { words: string[]; surnames: string[]; pattern: string | undefined } {
  const words = soughtWords(typed).flat();
  const longest = words.toSorted((one, other) => other.length - one.length)[0]!;
  return {
    words,
    surnames: words.map((word) => word.slice(0, keyLength)),
    pattern: /[\p{L}\p{N}]{3}/u.test(longest) ? containing(longest) : undefined,
  };
}

/** Where the rows of a kind have what they are named by. */
interface Naming {
  /** The id of a row, and its table. */
  id: string;
  table: string;
  /** The text of the person's search, which begins with the surname. */
  person: string;
  /** What holds the words, where that is another text. */
  text?: string;
  /** Whether all rows of the table are within reach. */
  all: boolean;
}

/**
 * What is found at once: whose surname begins as a word that was typed, the very surname first, then by the letters; and where all
 * rows are within reach, those of the newest that hold the words, so that what everybody has is found without planning for it. No
 * word is shown to the planner: one plan serves all of them.
 * @param rows rows with an id, not limited yet
 */
export function namedRows<Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, { id: number }>,
  of: Naming,
): NamedRows {
  const key = keyOf(of.person);
  const id = sql.ref<number>(of.id);
  const surname = sql.ref('typed.surname');
  return {
    ids({ words, surnames }, most) {
      const few = firstFew(most, of.all);
      const holding = rows.where(hasWords(of.text ?? of.person, words));
      const nearest = holding
        .select(key.as('surname'))
        .where(sql<SqlBool>`${key} >= ${surname} and ${key} < ${surname} || chr(1114111)`)
        .modifyEnd(sql`order by ${key} ${few}`);
      const surnamed = sql`select found.id from unnest((select ${surnames}::text[])) as typed (surname)
        cross join lateral (${nearest}) as found
        order by not starts_with(found.surname, ${surname} || ' '), found.surname collate "C", found.id ${few}`;
      if (!of.all) return sql`array(${surnamed})`;
      const newest = holding
        .where(sql<SqlBool>`${id} > (select max(id) - ${sql.lit(newestRows)} from ${sql.table(of.table)})`)
        .modifyEnd(sql`order by ${id} desc ${few}`);
      return sql`array(${surnamed}) || array(${newest})`;
    },
  };
}

/**
 * All that is found in a table of which the index of trigrams is short, so that to look for the whole of a word reads little, whatever
 * the word is.
 * @param rows rows with an id, not limited yet
 * @param text their text with the index
 * @param all whether all rows of the table are within reach
 */
export const namedInShortTable = <Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, { id: number }>,
  text: string,
  all: boolean,
): NamedRows => ({
  ids({ words, pattern }, most) {
    if (pattern === undefined) return undefined;
    // As an operator, because a statement with its word is planned anew.
    const indexed = sql<SqlBool>`${sql.ref(text)} ~~ ${pattern}`;
    return sql`array(${rows.where(indexed).where(hasWords(text, words)).modifyEnd(firstFew(most, all))})`;
  },
});

/** What is within reach of one company decides how it is read, so that is planned anew, as each statement with a limit is. */
const firstFew = (most: number, all: boolean): RawBuilder<unknown> =>
  all ? sql`fetch first ${sql.lit(most)} rows only` : sql`limit ${sql.lit(most)}`;

const hasWords = (text: string, words: readonly RawBuilder<string>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    words.map((word) => sql`strpos(${sql.ref(text)}, ${word}) > 0`),
    sql` and `,
  )})`;
