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

/** Of so many with one surname it does not matter how few are within reach. */
const fewNamesakes = 200;

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
export interface RowsByName {
  /**
   * An array of the ids of the first few, those whose surname was typed before all others; undefined: other ways are left to find
   * any.
   */
  ids(sought: SoughtName, most: number): RawBuilder<number[]> | undefined;
  /**
   * The same by a plan that serves any companies, where hardly anybody has such a surname. An array that is null where many have it: then
   * the companies decide how it is looked for.
   */
  amongFew?(sought: SoughtName, most: number): RawBuilder<number[] | null>;
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

/** A table whose rows have the index of surnames, and how it is called in a query. */
interface Surnamed {
  alias: string;
  table: string;
  /** The instant since which a row is out of the index. */
  outSince: string;
}

export const people: Surnamed = { alias: 'i', table: 'individuals', outSince: 'deletedAt' };

/** Where the rows of a kind have what they are named by. */
interface Naming {
  /** The id of a row, and its table. */
  id: string;
  table: string;
  /** Whose text of a search begins with the surname. */
  person: Surnamed;
  /** What holds the words, where that is another text. */
  text?: string;
  /** Whether all rows of the table are within reach. */
  all: boolean;
  /** Whether they are found by a surname alone, and the newest are left to another way. */
  onlySurnames?: true;
}

const surname = sql.ref('typed.surname');
const each = (surnames: RawBuilder<readonly string[]>) => sql`unnest((select ${surnames}::text[])) as typed (surname)`;
const beginsAs = (key: RawBuilder<string>) =>
  sql<SqlBool>`${key} >= ${surname} and ${key} < ${surname} || chr(1114111)`;
const bySurname = sql`order by not starts_with(found.surname, ${surname} || ' '), found.surname collate "C", found.id`;

/**
 * What is found at once: whose surname begins as a word that was typed, the very surname first, then by the letters; and where all
 * rows are within reach, those of the newest that hold the words, so that what everybody has is found without planning for it. No
 * word is shown to the planner: one plan serves all of them.
 * @param rows rows with an id, not limited yet
 */
export function rowsByName<Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, { id: number }>,
  of: Naming,
): RowsByName {
  const { alias, table, outSince } = of.person;
  const key = keyOf(`${alias}.search`);
  const id = sql.ref<number>(of.id);
  const holding = (words: readonly RawBuilder<string>[]) => rows.where(hasWords(of.text ?? `${alias}.search`, words));
  return {
    ids({ words, surnames }, most) {
      const few = firstFew(most, of.all);
      const nearest = holding(words)
        .select(key.as('surname'))
        .where(beginsAs(key))
        .modifyEnd(sql`order by ${key} ${few}`);
      const surnamed = sql`select found.id from ${each(surnames)} cross join lateral (${nearest}) as found ${bySurname} ${few}`;
      if (!of.all || of.onlySurnames) return sql`array(${surnamed})`;
      const newest = holding(words)
        .where(sql<SqlBool>`${id} > (select max(id) - ${sql.lit(newestRows)} from ${sql.table(of.table)})`)
        .modifyEnd(sql`order by ${id} desc ${few}`);
      return sql`array(${surnamed}) || array(${newest})`;
    },
    amongFew({ words, surnames }, most) {
      const namesake = keyOf('namesake.search');
      const namesakes = sql`select namesake.id from ${sql.table(table)} as namesake
        where ${sql.ref(`namesake.${outSince}`)} is null and ${beginsAs(namesake)} order by ${namesake}`;
      const isMany = sql`exists (select from ${each(surnames)}
        cross join lateral (${namesakes} offset ${sql.lit(fewNamesakes)} fetch first 1 rows only) as one_more)`;
      const found = holding(words)
        .select(key.as('surname'))
        .where(sql<SqlBool>`${sql.ref(`${alias}.id`)} = any(array(${namesakes} ${firstFew(fewNamesakes, true)}))`);
      return sql`case when ${isMany} then null else array(
        select found.id from ${each(surnames)} cross join lateral (${found}) as found ${bySurname} ${firstFew(most, true)}) end`;
    },
  };
}

/** What is found in the first way, and after it what is found in the other. */
export const firstBy = (one: RowsByName, other: RowsByName): RowsByName => ({
  ids(sought, most) {
    const [first, then] = [one.ids(sought, most), other.ids(sought, most)];
    return first && then ? sql`${first} || ${then}` : (first ?? then);
  },
  // Null beside an array is nothing to the database, but here it says that the ids are not known; without the offset each is read twice.
  ...(one.amongFew &&
    other.amongFew && {
      amongFew: (sought: SoughtName, most: number) =>
        sql<number[] | null>`(select case when first is not null and next is not null then first || next end from
          (select ${one.amongFew!(sought, most)} as first, ${other.amongFew!(sought, most)} as next offset 0) as both_ways)`,
    }),
});

/**
 * All that is found in a table of which the index of trigrams is short, so that to look for the whole of a word reads little, whatever
 * the word is.
 * @param rows rows with an id, not limited yet
 * @param text their text with the index
 * @param all whether all rows of the table are within reach
 */
export const rowsByNameInShortTable = <Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, { id: number }>,
  text: string,
  all: boolean,
): RowsByName => ({
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
