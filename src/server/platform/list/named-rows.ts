import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { soughtWords } from '#domain/values/plain-words.ts';
import { hasEach } from './conditions.ts';
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

/** Rows that are found by the name of a person, in ways that need no plan for the words. */
export interface NamedRows {
  /** An array of the ids of the first few, those whose surname was typed before all others. */
  ids(typed: string, most: number): RawBuilder<number[]>;
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
    ids(typed, most) {
      const words = soughtWords(typed);
      // What is within reach of one company decides how it is read, so that is planned anew, as each statement with a limit is.
      const few = of.all ? sql`fetch first ${sql.lit(most)} rows only` : sql`limit ${sql.lit(most)}`;
      const holding = rows.where(
        sql<SqlBool>`(${sql.join(hasEach(sql.ref(of.text ?? of.person), words), sql` and `)})`,
      );
      const nearest = holding
        .select(key.as('surname'))
        .where(sql<SqlBool>`${key} >= ${surname} and ${key} < ${surname} || chr(1114111)`)
        .modifyEnd(sql`order by ${key} ${few}`);
      const surnames = words.flat().map((word) => word.slice(0, keyLength));
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
