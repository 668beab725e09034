import { plainWords } from '../values/text/plain-words.ts';
import { type Cell, cellText } from './cell.ts';
import type { Column } from './registry-rules.ts';

/** How the headings of a file are taken for columns (docs/domain.md §14). */

/** One heading and the column that it stands for; null when it stands for none. */
interface Heading {
  /** The place in the row, from 0. */
  readonly index: number;
  readonly title: string;
  readonly code: string | null;
}

/** A heading of a file as it is stored with the registry, and its column; null for none. */
export interface StoredHeading {
  readonly header: string;
  readonly column: string | null;
}

/** A company's own choice: heading (as `headingKey` gives it) → code of a column, or null to pass a column over. */
export type HeaderMapping = Readonly<Record<string, string | null>>;

export interface Header {
  readonly headings: readonly Heading[];
  /** For every column of the registry, the place of its cell in a row of the file; −1 when the file has none. */
  readonly positions: readonly number[];
  /** Codes of required columns that the file does not have. */
  readonly missing: readonly string[];
}

/** The header is looked for in so many rows, and must have so many headings that are known. */
export const headerSearchRows = 20;
const knownHeadings = 3;

/**
 * A heading as it is compared: without case, asterisks, «ё», line breaks, extra or strange spaces, spaces around signs and
 * a colon or a dot at its end.
 */
export function headingKey(title: string): string {
  return plainWords(cellText(title))
    .replaceAll('*', ' ')
    .replace(/ *([№/(),.:%-]) */g, '$1')
    .replace(/[ .:]+$/, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/**
 * Takes a row for the header of a registry, or gives null when fewer than three of its headings are known. A column is
 * found by the company's own choice, then by its name, then by an alias; of two headings that claim one column the better
 * founded wins, then the one on the left.
 */
export function matchHeader(
  columns: readonly Column[],
  cells: readonly Cell[],
  mapping: HeaderMapping = {},
): Header | null {
  const titles = cells.map((cell) => (typeof cell === 'string' ? cellText(cell).slice(0, 200) : ''));
  const keys = titles.map(headingKey);
  const positions = new Map<string, number>();
  for (const codeOf of [byChoice(columns, mapping), byHeader(columns), byAlias(columns)]) {
    for (const [index, key] of keys.entries()) {
      const code = key === '' || [...positions.values()].includes(index) ? undefined : codeOf(key);
      if (code !== undefined && !positions.has(code) && mapping[key] !== null) positions.set(code, index);
    }
  }
  if (positions.size < Math.min(knownHeadings, columns.length)) return null;
  const codes = new Map([...positions].map(([code, index]) => [index, code]));
  return {
    headings: titles.flatMap((title, index) =>
      title === '' ? [] : [{ index, title, code: codes.get(index) ?? null }],
    ),
    positions: columns.map(({ code }) => positions.get(code) ?? -1),
    missing: columns.filter(({ code, required }) => required && !positions.has(code)).map(({ code }) => code),
  };
}

type Finder = (key: string) => string | undefined;

function byChoice(columns: readonly Column[], mapping: HeaderMapping): Finder {
  const codes = new Set(columns.map(({ code }) => code));
  return (key) => {
    const code = Object.hasOwn(mapping, key) ? mapping[key] : null;
    return typeof code === 'string' && codes.has(code) ? code : undefined;
  };
}

function byHeader(columns: readonly Column[]): Finder {
  const codes = new Map(columns.map(({ code, header }) => [headingKey(header), code]));
  return (key) => codes.get(key);
}

function byAlias(columns: readonly Column[]): Finder {
  const codes = new Map(columns.flatMap(({ code, aliases }) => aliases.map((alias) => [headingKey(alias), code])));
  return (key) => codes.get(key);
}
