import { addAbortSignal, type PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import './checksums.ts';
import { type CellKind, cellXml, headerStyle, textCell } from './cells.ts';
import { columnLetters, partsAround, sheetHead, sheetPath, sheetTail } from './parts.ts';

export interface Column {
  title: string;
  /** In characters. */
  width: number;
  /** What the values are: money in kopecks, a day as YYYY-MM-DD, an instant as a Date. Null leaves a cell empty. */
  kind: CellKind;
}

interface Sheet {
  sheet: string;
  columns: readonly Column[];
  /** One by one, or, where there are very many, in batches: to wait for a row costs more than to write it. */
  rows: AsyncIterable<Cells> | { batches: AsyncIterable<readonly Cells[]> };
  /** What is told of the workbook itself: a sheet behind the others, and a line at the foot of each printed page. */
  about?: About;
}
interface About {
  sheet: string;
  facts: readonly (readonly [name: string, value: string])[];
  foot: string;
}
type Cells = readonly unknown[];

/** The format itself allows no more in one sheet. */
const rowsPerSheet = 1_048_576;
/**
 * Rows are written straight into pieces of this size; between them others get their turn. Of the sizes tried, this one
 * leaves the least garbage that outlives the quick collections of memory.
 */
const pieceBytes = 131_072;
/** Level 1 packs this repetitive text nearly as well as the rest, several times faster. */
export const deflate = { compressionLevel: 1 };

/**
 * Writes a workbook as it is read: never more than a few pieces of it are in memory, and rows are taken only as fast
 * as the reader takes bytes. Nothing is given before the first row is there, so that an early error comes before any
 * byte. More rows than one sheet may hold go on in the next. A destroyed stream lets go of the rows.
 */
export function writeSheet({ rows, ...written }: Sheet): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  void fill(zip, output, written, new Source('batches' in rows ? rows.batches : oneByOne(rows))).catch((error: Error) =>
    output.destroy(error),
  );
  return output;
}

async function fill(
  zip: ZipFile,
  output: PassThrough,
  { sheet: name, columns, about }: Omit<Sheet, 'rows'>,
  source: Source,
): Promise<void> {
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  const sheets: string[] = [];
  try {
    await source.look();
    do {
      sheets.push(sheets.length === 0 ? name : `${name} ${sheets.length + 1}`);
      await addPart(zip, sheetPath(sheets.length), sheetXml(columns, source, about?.foot), gone.signal);
    } while (source.next !== undefined);
  } finally {
    await source.close();
  }
  if (about) {
    sheets.push(about.sheet);
    zip.addBuffer(Buffer.from(aboutXml(about)), sheetPath(sheets.length), deflate);
  }
  for (const [path, xml] of Object.entries(partsAround(sheets.map((name) => ({ name })))))
    zip.addBuffer(Buffer.from(xml), path, deflate);
  zip.end();
}

async function* oneByOne(rows: AsyncIterable<Cells>): AsyncGenerator<Cells[], void, undefined> {
  for await (const row of rows) yield [row];
}

/** Adds one part and waits until it is read. The archive's own pipes pass on neither errors nor a broken output. */
export async function addPart(
  zip: ZipFile,
  path: string,
  xml: AsyncIterable<Buffer>,
  gone: AbortSignal,
): Promise<void> {
  const part = addAbortSignal(gone, Readable.from(xml, { objectMode: false }));
  zip.addReadStream(part, path, deflate);
  await finished(part);
}

/** Rows one by one with a look at the next, which decides whether another sheet is needed. */
class Source {
  readonly #batches: AsyncIterator<readonly Cells[]>;
  #batch: readonly Cells[] = [];
  #place = 0;
  /** The row that comes next; undefined at the end. */
  next: Cells | undefined;

  constructor(batches: AsyncIterable<readonly Cells[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Goes on within the batch at hand; false when the next one must be looked for. */
  step(): boolean {
    this.next = this.#batch[++this.#place];
    return this.next !== undefined;
  }

  /** Waits for the next batch that has a row in it. */
  async look(): Promise<void> {
    do {
      const { done, value } = await this.#batches.next();
      this.#batch = done ? [] : value;
      this.#place = 0;
      this.next = this.#batch[0];
      if (done) return;
    } while (this.next === undefined);
  }

  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

/** A sheet piece by piece. A character takes at most three bytes, so a row is known to fit before it is written. */
async function* sheetXml(
  columns: readonly Column[],
  source: Source,
  foot: string | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const letters = columns.map((_, index) => columnLetters(index));
  const titles = columns.map(({ title }, index) => textCell(`${letters[index]}1`, headerStyle, title));
  yield Buffer.from(`${sheetHead(columns.map(({ width }) => ({ width })))}<row r="1">${titles.join('')}</row>`);
  let piece = Buffer.allocUnsafeSlow(pieceBytes);
  let used = 0;
  let count = 1;
  while (source.next !== undefined && count < rowsPerSheet) {
    count++;
    const row = rowXml(columns, letters, count, source.next);
    if (row.length * 3 > pieceBytes - used) {
      yield piece.subarray(0, used);
      piece = Buffer.allocUnsafeSlow(Math.max(pieceBytes, row.length * 3));
      used = 0;
    }
    used += piece.write(row, used);
    if (!source.step()) await source.look();
  }
  yield piece.subarray(0, used);
  yield Buffer.from(sheetTail({ filter: `A1:${letters.at(-1)}${count}`, foot }));
}

function rowXml(columns: readonly Column[], letters: readonly string[], number: number, values: Cells): string {
  let cells = '';
  // By number: an iterator would make an object for each of ten million cells.
  for (let index = 0; index < columns.length; index++) {
    cells += cellXml(`${letters[index]}${number}`, columns[index]!.kind, values[index]);
  }
  return `<row r="${number}">${cells}</row>`;
}

function aboutXml({ facts, foot }: About): string {
  const rows = facts.map(([name, value], index) => {
    const number = index + 1;
    return `<row r="${number}">${textCell(`A${number}`, headerStyle, name)}${cellXml(`B${number}`, 'text', value)}</row>`;
  });
  return [sheetHead([{ width: 20 }, { width: 90 }], 0), ...rows, sheetTail({ foot })].join('');
}
