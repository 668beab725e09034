import pg from 'pg';
import { CopyIn, isCopy } from './copy-in.ts';
import type { CopyText } from './copy-text.ts';

/** Each connection keeps the plans of its statements, so there must be an end to them; of either sort there are as many at most. */
const mostStatements = 300;

/** Begins a statement that was put together to be planned once: such have names of their own, which no other ever uses up. */
export const plannedOnce = '/* planned once */ ';

/**
 * Plans of lists and searches depend on the values asked for: a common status and a rare one want different indexes. One row that a
 * column is looked up by does not: cards have many such columns, and planning them takes longer than reading.
 * The columns behind a star change with a migration, which a prepared statement does not survive; a star between two sums is none.
 */
const plannedAnew = /\blimit\b(?! 1\))|\blike\b|(?<!\()\*\s*(?:[,)]|from\b|$)/i;

const usual = new Map<string, string>();
const once = new Map<string, string>();

/** @returns undefined for a statement that is planned each time */
function statementName(text: string): string | undefined {
  const isOnce = text.startsWith(plannedOnce);
  const names = isOnce ? once : usual;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements || (!isOnce && plannedAnew.test(text))) return known;
  const name = `${isOnce ? 'once' : 'prepared'}-${names.size}`;
  names.set(text, name);
  return name;
}

/** A connection on which a statement with values is parsed and planned once, not at each request; it also takes COPY. */
export class PreparingClient extends pg.Client {
  // The driver declares this method in a dozen forms, of which only text with values matters here.
  override query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
    if (isCopy(text, values)) return this.#copy(text as string, values);
    const name = typeof text === 'string' && Array.isArray(values) ? statementName(text) : undefined;
    const run = super.query.bind(this) as (...given: unknown[]) => unknown;
    return name === undefined ? run(text, values, ...rest) : run({ name, text, values }, ...rest);
  }) as pg.Client['query'];

  #copy(text: string, rows: readonly CopyText[]): Promise<unknown> {
    return new Promise((resolve, reject) => super.query(new CopyIn(text, rows, resolve, reject) as never));
  }
}
