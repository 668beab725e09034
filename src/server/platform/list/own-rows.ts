import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { parsePhone } from '#domain/values/phone.ts';
import { soughtWords } from '#domain/values/text/plain-words.ts';
import { slot } from '../database/statement.ts';
import { nameIn } from './rows-by-name.ts';
import { hasDigit } from './searched.ts';

/** What was typed, as it is looked for in the few rows of one debtor: one by one, so that one plan serves any words. */
export interface SoughtInOwn {
  /** Whether a text, which is in plain words already, has in it all that was typed. */
  isIn: (text: RawBuilder<unknown>) => RawBuilder<SqlBool>;
  hasDigit: boolean;
  /** The whole phone, where that was typed. */
  phone: RawBuilder<string> | undefined;
  /** The longest word as a pattern; undefined where an index of trigrams knows nothing of it. */
  pattern: RawBuilder<string> | undefined;
}

/** What was typed with the values that its statement is executed with. */
export function soughtInOwn(typed: string): SoughtInOwn & { values: Readonly<Record<string, unknown>> } {
  const words = expressionsOf(typed);
  const phone = parsePhone(typed) ?? undefined;
  const { pattern } = nameIn(typed);
  return {
    isIn: (text) => sql`${text} ~ all(${slot('words')}::text[])`,
    hasDigit: hasDigit(typed),
    phone: phone === undefined ? undefined : slot('phone'),
    pattern: pattern === undefined ? undefined : slot('pattern'),
    values: { words, phone, pattern },
  };
}

/** What was typed as regular expressions, one for each word: between the parts of a number there may be anything. */
export const expressionsOf = (typed: string): string[] =>
  soughtWords(typed).map((parts) => parts.map(asWritten).join('[^[:alnum:]]*'));

/** With nothing of it acting as a sign of a regular expression. */
const asWritten = (part: string): string => part.replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Said so that the statement may be planned once. */
export const fetchFirst = (most: number): RawBuilder<unknown> => sql`fetch first ${sql.lit(most)} rows only`;
