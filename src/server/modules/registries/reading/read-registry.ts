import { type Cell, cellText } from '#domain/registries/cell.ts';
import {
  hintMark,
  mostRegistryRows,
  type RegistryKind,
  registryColumns,
  templateMark,
  templateVersion,
} from '#domain/registries/registry-columns.ts';
import { type Header, type HeaderMapping, headerSearchRows, matchHeader } from '#domain/registries/registry-header.ts';
import { type Problem, saysItAll } from '#domain/registries/registry-problems.ts';
import type { Column } from '#domain/registries/registry-rules.ts';
import { days1904 } from '#server/platform/xlsx/read/formats.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import type { Row } from '#server/platform/xlsx/read/sheet.ts';
import { openTableFile, type Table, type TableFile } from '#server/platform/xlsx/read/table.ts';
import { readRow } from './read-row.ts';
import type { ReadingHead, ReadingJob, ReadRow, WorkerMessage } from './reading.types.ts';

/** Whether the values of a row do not say all that its cells do. */
const lacksWords = (problems: readonly Problem[]): boolean => !saysItAll(problems);

/** Rows sent at once: enough to make the sending cheap, few enough to be forgotten by the quick collections of memory. */
const batchRows = 100;

/**
 * Reads a creditor's file: the head, then the judged rows in batches, then what was left out. A file that cannot be read
 * throws `FileRefused`, also after some rows: what came before is then worth nothing.
 */
export async function* readRegistry(job: ReadingJob): AsyncGenerator<WorkerMessage, void, undefined> {
  const file = await openTableFile(job.file);
  try {
    const columns: readonly Column[] = registryColumns[job.kind];
    const found = await findTable(file, columns, job.mapping ?? {});
    yield { head: await headOf(file, found, job.kind) };
    yield* readRows(found, columns, job);
  } finally {
    await file.close();
  }
}

export interface RegistryTable {
  readonly table: Table;
  readonly header: Header;
  readonly headerRow: number;
}

/** The first sheet that has a header; of the ways to part a csv file, the one that makes most of it. */
export async function findTable(
  file: TableFile,
  columns: readonly Column[],
  mapping: HeaderMapping,
): Promise<RegistryTable> {
  let best: RegistryTable | null = null;
  let refused: FileRefused | null = null;
  for (const table of file.tables) {
    try {
      const found = await findHeader(table, columns, mapping);
      if (found && file.format === 'xlsx') return found;
      if (found && (!best || known(found) > known(best))) best = found;
    } catch (error) {
      if (!(error instanceof FileRefused) || file.format === 'xlsx') throw error;
      // Parted by a sign that it does not use, the file has one long value; what its own sign says is nearer to the truth.
      if (refused?.code !== 'columns') refused = error;
    }
  }
  if (best) return best;
  throw refused ?? new FileRefused('header');
}

const known = ({ header }: RegistryTable): number => header.positions.filter((position) => position >= 0).length;

async function findHeader(
  table: Table,
  columns: readonly Column[],
  mapping: HeaderMapping,
): Promise<RegistryTable | null> {
  let seen = 0;
  for await (const rows of table.rows()) {
    for (const { no, cells } of rows) {
      const header = matchHeader(columns, cells, mapping);
      if (header) return { table, header, headerRow: no };
      if (++seen >= headerSearchRows) return null;
    }
  }
  return null;
}

async function headOf(
  file: TableFile,
  { table, header, headerRow }: RegistryTable,
  kind: RegistryKind,
): Promise<ReadingHead> {
  const mark = /^(full|simple) (\d{1,6})$/.exec((await file.mark(templateMark)) ?? '');
  const old = mark?.[1] === kind && Number(mark[2]) < templateVersion;
  return {
    format: file.format,
    sheet: table.name,
    headerRow,
    headings: header.headings.map(({ title, code }) => ({ title, code })),
    missing: header.missing,
    problems: old ? [oldTemplate] : [],
  };
}

const oldTemplate: Problem = {
  column: null,
  code: 'TEMPLATE_OLD',
  severity: 'warning',
  message: 'Файл сделан по старому шаблону: скачайте новый для следующей загрузки',
  masked: null,
};

async function* readRows(
  { table, header, headerRow }: RegistryTable,
  columns: readonly Column[],
  job: ReadingJob,
): AsyncGenerator<WorkerMessage, void, undefined> {
  const sorter = new Sorter(columns, header, table.dates1904);
  const most = job.mostRows ?? mostRegistryRows;
  const circumstances = { today: job.today, caps: job.caps, right: job.right };
  let bytesDone = 0;
  let batch: ReadRow[] = [];
  const message = (): WorkerMessage => ({
    rows: batch,
    progress: { rows: sorter.claims, bytesDone, bytesTotal: table.bytes },
  });
  for await (const rows of table.rows((bytes) => (bytesDone = bytes))) {
    for (const row of rows) {
      if (row.no <= headerRow) continue;
      const rawCells = sorter.claim(row);
      if (!rawCells) continue;
      if (sorter.claims > most) throw new FileRefused('rows', `Слишком много строк: не больше ${most}. Разделите файл`);
      batch.push(readRow(columns, row.no, rawCells, circumstances, lacksWords));
      if (batch.length < batchRows) continue;
      yield message();
      batch = [];
    }
  }
  if (batch.length > 0) yield message();
  yield { end: { rows: sorter.claims, hints: sorter.hints, footers: sorter.footers, empty: sorter.empty } };
}

/** Tells claims from hints, totals and empty rows, and counts them all. */
class Sorter {
  claims = 0;
  empty = 0;
  readonly hints: number[] = [];
  readonly footers: number[] = [];
  readonly #columns: readonly Column[];
  readonly #positions: readonly number[];
  readonly #numberAt: number;
  readonly #daysFrom1904: boolean;

  constructor(columns: readonly Column[], { positions }: Header, daysFrom1904: boolean) {
    this.#columns = columns;
    this.#positions = positions;
    this.#numberAt = columns.findIndex(({ code }) => code === 'rowNo');
    this.#daysFrom1904 = daysFrom1904;
  }

  /** The cells of a claim in the order of the columns; null when the row is none. */
  claim({ no, cells }: Row): Cell[] | null {
    const raw = this.#positions.map((position) => (position < 0 ? null : (cells[position] ?? null)));
    if (this.claims === 0 && (this.#isHint(raw) || isNumbering(cells))) this.hints.push(no);
    else if (isFooter(cells)) this.footers.push(no);
    else if (this.#isEmpty(raw)) this.empty++;
    else {
      this.claims++;
      return this.#daysFrom1904 ? raw.map((cell, index) => this.#since1900(cell, index)) : raw;
    }
    return null;
  }

  /** Nothing but the number that somebody gave to the row beforehand. */
  #isEmpty(raw: readonly Cell[]): boolean {
    return raw.every((cell, index) => index === this.#numberAt || cell === null || cellText(cell) === '');
  }

  #isHint(raw: readonly Cell[]): boolean {
    const number = raw[this.#numberAt];
    if (typeof number === 'string' && number.startsWith(hintMark)) return true;
    return raw.filter((cell, index) => cell === this.#columns[index]?.hint).length >= 3;
  }

  /** A bare number in a column of days is one by the calendar of the workbook; the judge knows only the usual one. */
  #since1900(cell: Cell, index: number): Cell {
    return typeof cell === 'number' && this.#columns[index]?.rule.kind === 'day' ? cell + days1904 : cell;
  }
}

function isFooter(cells: readonly Cell[]): boolean {
  const first = cells.find((cell) => cell !== null);
  return typeof first === 'string' && /^\s*итого(?![а-яё])/i.test(first);
}

/** Official tables number their columns in a row under the header: 1, 2, 3 … */
function isNumbering(cells: readonly Cell[]): boolean {
  const values = cells.filter((cell) => cell !== null);
  return values.length >= 3 && values.every((cell, index) => cellText(cell) === String(index + 1));
}
