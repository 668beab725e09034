import type { Readable } from 'node:stream';
import { type Cell, cellText, isFault } from '#domain/registries/cell.ts';
import { type RegistryKind, registryColumns } from '#domain/registries/registry-columns.ts';
import type { HeaderMapping } from '#domain/registries/registry-header.ts';
import { type Problem, severities } from '#domain/registries/registry-problems.ts';
import type { SealedFile } from '#server/platform/secrets/sealed-file.ts';
import { type BookCell, type BookRow, writeBook } from '#server/platform/xlsx/book-writer.ts';
import type { StyleName } from '#server/platform/xlsx/parts.ts';
import type { Row } from '#server/platform/xlsx/read/sheet.ts';
import { openTableFile } from '#server/platform/xlsx/read/table.ts';
import { findTable, type RegistryTable } from './read-registry.ts';

/** A spreadsheet with more notes than this hardly opens; the column of errors lists them all. */
const mostNotes = 2_000;
const errorsHeading = 'Ошибки';
const defaultWidth = 18;
const errorsWidth = 60;

interface ErrorWorkbook {
  readonly kind: RegistryKind;
  /** The file as it was loaded. */
  readonly file: string | SealedFile;
  readonly mapping?: HeaderMapping;
  /** What is wrong, row by row in the order of the file. */
  readonly problems: AsyncIterable<RowProblems> | Iterable<RowProblems>;
}

export interface RowProblems {
  readonly rowNo: number;
  readonly problems: readonly Problem[];
}

/**
 * The file as it was loaded, every row in its place, with a column «Ошибки» after the last one; wrong cells are coloured
 * and carry what is wrong as a note. Put right, it can be loaded as it is: the column is none that a registry knows.
 */
export async function writeErrorWorkbook(given: ErrorWorkbook): Promise<Readable> {
  const file = await openTableFile(given.file);
  try {
    const found = await findTable(file, registryColumns[given.kind], given.mapping ?? {});
    const width = Math.max(...found.header.headings.map(({ index }) => index)) + 1;
    const columns = Array.from({ length: width + 1 }, (_, index) => ({
      width: index === width ? errorsWidth : defaultWidth,
    }));
    const rows = rowsWithErrors(found, given, width);
    const book = writeBook([
      { name: (found.table.name ?? 'Реестр').slice(0, 31), frozenRows: found.headerRow, columns, rows, mostNotes },
    ]);
    return book.once('close', () => void file.close());
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* rowsWithErrors(
  table: RegistryTable,
  given: ErrorWorkbook,
  width: number,
): AsyncGenerator<BookRow, void, undefined> {
  const columns = registryColumns[given.kind];
  const positions = new Map(columns.map(({ code }, index) => [code as string, table.header.positions[index] ?? -1]));
  const headers = new Map(columns.map(({ code, header }) => [code as string, header]));
  const rowProblems = new ProblemsOfRows(given.problems);
  for await (const rows of table.table.rows()) {
    for (const row of rows) {
      if (row.no <= table.headerRow) yield untouched(row, row.no === table.headerRow ? width : null);
      else yield judged(row, await rowProblems.of(row.no), { positions, headers, width });
    }
  }
}

/** The problems row by row, given when their row comes. */
class ProblemsOfRows {
  readonly #source: AsyncIterator<RowProblems> | Iterator<RowProblems>;
  #next: RowProblems | null | undefined;

  constructor(problems: AsyncIterable<RowProblems> | Iterable<RowProblems>) {
    this.#source = Symbol.asyncIterator in problems ? problems[Symbol.asyncIterator]() : problems[Symbol.iterator]();
  }

  async of(rowNo: number): Promise<readonly Problem[]> {
    while (this.#next === undefined || (this.#next && this.#next.rowNo < rowNo)) {
      const { done, value } = await this.#source.next();
      this.#next = done ? null : value;
    }
    return this.#next?.rowNo === rowNo ? this.#next.problems : [];
  }
}

/** A row that is no claim; the header gets the heading of the errors in the place given. */
function untouched({ no, cells }: Row, headingAt: number | null): BookRow {
  const given = cells.map((cell) => bookCell(cell, headingAt === null ? 'text' : 'required'));
  if (headingAt === null) return { no, cells: given };
  return { no, cells: padded(given, headingAt, { value: errorsHeading, style: 'required' }) };
}

interface Layout {
  readonly positions: ReadonlyMap<string, number>;
  readonly headers: ReadonlyMap<string, string>;
  readonly width: number;
}

function judged({ no, cells }: Row, problems: readonly Problem[], { positions, headers, width }: Layout): BookRow {
  const given: (BookCell | null)[] = Array.from({ length: width }, (_, index) =>
    bookCell(cells[index] ?? null, 'text'),
  );
  for (const { column, message } of problems) {
    const position = column === null ? -1 : (positions.get(column) ?? -1);
    if (position < 0) continue;
    const cell = given[position];
    given[position] = {
      value: cell?.value ?? null,
      style: 'wrong',
      note: cell?.note === undefined ? message : `${cell.note}\n${message}`,
    };
  }
  if (problems.length === 0) return { no, cells: given };
  const lines = problems.map(({ column, severity, message }) => {
    const name = column === null ? '' : `${headers.get(column) ?? column}: `;
    return `${name}${message}${severity === 'warning' ? ` (${severities.warning.toLowerCase()})` : ''}`;
  });
  return { no, cells: padded(given, width, { value: lines.join('\n'), style: 'wrapped' }) };
}

const padded = (cells: readonly (BookCell | null)[], width: number, last: BookCell): (BookCell | null)[] => [
  ...Array.from({ length: width }, (_, index) => cells[index] ?? null),
  last,
];

/** What was in a cell. Numbers stay numbers, everything else is text, so that nothing becomes a formula. */
function bookCell(cell: Cell, style: StyleName): BookCell | null {
  if (cell === null) return null;
  if (typeof cell === 'number') return { value: cell, style: 'plain' };
  return { value: isFault(cell) ? cell.fault || '#ФОРМУЛА' : typeof cell === 'string' ? cell : cellText(cell), style };
}
