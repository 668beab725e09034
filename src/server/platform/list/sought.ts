import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parsePhone } from '#domain/values/phone.ts';
import { soughtWords } from '#domain/values/text/plain-words.ts';
import { slot } from '../database/statement.ts';
import { containing, inPlainWords, textHolds } from './conditions.ts';
import { expressionsOf } from './own-rows.ts';
import { columnHolds, hasDigit, indexedTextHolds, numbersIn, piecesOf } from './searched.ts';

/** What was typed, and how the search over everything asks rows for it. */
export interface Sought {
  typed: string;
  /** Whether a text in plain words, of which there is an index of trigrams, has in it all that was typed. */
  isIn: (text: RawBuilder<unknown>) => RawBuilder<SqlBool>;
  /** The same of the text of a person to whom the rows belong. */
  isInPerson: (column: string) => RawBuilder<SqlBool>;
  /** Whether any text has in it the numbers that were typed, with what is written together with them. */
  hasNumbers: (text: RawBuilder<unknown>) => RawBuilder<SqlBool>;
  /** The whole phone, where that was typed. */
  phone: RawBuilder<string> | undefined;
  /** Whether a row is one of those that are looked at. */
  isLookedAt: (id: string) => RawBuilder<SqlBool>;
}

/** For a statement that is planned anew: the database is shown what was typed, and knows about how many rows have it. */
export function soughtAnew(typed: string): Sought {
  const phone = parsePhone(typed);
  return {
    typed,
    isIn: (text) => indexedTextHolds(text, typed),
    isInPerson: (column) => columnHolds(column, typed),
    hasNumbers: (text) => textHolds(text, numbersIn(typed)),
    phone: phone === null ? undefined : sql`${phone}`,
    isLookedAt: () => sql.lit(true),
  };
}

/** A statement has so many pieces; of fewer the last one is repeated. */
const mostPieces = 4;

/** What was typed as statements have it that are planned once for whatever is typed. */
export interface KeptSought {
  /** By the indexes of trigrams. */
  byIndex: Sought;
  /** Row by row, those of these ids. */
  amongRows: (ids: RawBuilder<number[]>) => Sought;
  /** Whether a text has in it what the indexes are asked for. */
  mayBeIn: (text: RawBuilder<unknown>) => RawBuilder<SqlBool>;
  /** What else decides how such a statement is written. */
  shape: string;
  values: Readonly<Record<string, unknown>>;
}

/** @returns undefined where the indexes know nothing of what was typed */
export function keptSought(typed: string): KeptSought | undefined {
  const pieces = piecesOf(typed).slice(0, mostPieces).map(containing);
  if (pieces.length === 0) return undefined;
  const phone = parsePhone(typed) ?? undefined;
  const hasWords = wordsHeld(typed);
  const byRows = {
    typed,
    isIn: hasWords,
    isInPerson: (column: string) => hasWords(sql.ref(column)),
    hasNumbers: (text: RawBuilder<unknown>) => sql<SqlBool>`${inPlainWords(text)} ~ all(${texts('numbers')})`,
    phone: phone === undefined ? undefined : hidden<string>(sql`${slot('phone')}::text`),
  };
  const isIn = (text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql`(${sql.join([...eachPiece(text), hasWords(text)], sql` and `)})`;
  return {
    byIndex: { ...byRows, isIn, isInPerson: (column) => isIn(sql.ref(column)), isLookedAt: () => sql.lit(true) },
    amongRows: (ids) => ({ ...byRows, isLookedAt: (id) => sql`${sql.ref(id)} = any(${ids})` }),
    mayBeIn: (text) => sql`${text} ~~ all(${texts('pieces')})`,
    shape: [hasDigit(typed), phone === undefined].join(' '),
    values: {
      pieces,
      ...Object.fromEntries(pieceNames.map((name, at) => [name, pieces[at] ?? pieces.at(-1)])),
      words: hasDigit(typed) ? expressionsOf(typed) : soughtWords(typed).flat().map(containing),
      numbers: hasDigit(typed) ? expressionsOf(numbersIn(typed)) : [],
      phone,
    },
  };
}

const pieceNames = Array.from({ length: mostPieces }, (_, at) => `piece${at}`);

/** The planner is not shown the value: one that is shown it plans anew whenever that looks cheaper. */
const hidden = <Value>(value: RawBuilder<unknown>): RawBuilder<Value> => sql<Value>`(select ${value})`;
const texts = (name: string): RawBuilder<string[]> => sql`${hidden(sql`${slot(name)}::text[]`)}::text[]`;

/** As operators, because a statement with their word is planned anew. */
const eachPiece = (text: RawBuilder<unknown>): RawBuilder<SqlBool>[] =>
  pieceNames.map((name) => sql`${text} ~~ ${hidden(sql`${slot(name)}::text`)}`);

/** A name has no parts to be looked for with anything between them. */
const wordsHeld =
  (typed: string) =>
  (text: RawBuilder<unknown>): RawBuilder<SqlBool> =>
    sql`${text} ${hasDigit(typed) ? sql`~` : sql`~~`} all(${texts('words')})`;
