import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { textCell } from './cells.ts';
import {
  type Choices,
  columnLetters,
  type Note,
  notesParts,
  partsAround,
  type StyleName,
  sheetHead,
  sheetPath,
  sheetTail,
  styleNumbers,
} from './parts.ts';
import { addPart, deflate } from './writer.ts';

/** A cell of a workbook that people will fill in or put right: a value, its look, and a note that hangs on it. */
export interface BookCell {
  readonly value: string | number | null;
  readonly style?: StyleName;
  readonly note?: string;
}

export interface BookRow {
  /** The number of the row, from 1; numbers grow. */
  readonly no: number;
  /** In points; without it the height of one line. */
  readonly height?: number;
  readonly cells: readonly (BookCell | null)[];
}

export interface BookSheet {
  readonly name: string;
  readonly hidden?: boolean;
  readonly frozenRows: number;
  readonly columns: readonly { readonly width: number; readonly style?: StyleName }[];
  readonly rows: Iterable<BookRow> | AsyncIterable<BookRow>;
  /** Ranges whose cells choose from lists. */
  readonly choices?: readonly Choices[];
  /** So many notes are hung on cells, the first ones; a spreadsheet with more of them hardly opens. */
  readonly mostNotes?: number;
}

const pieceLength = 65_536;

/** Writes a workbook of several sheets, row by row as it is read. A destroyed stream lets go of the rows. */
export function writeBook(sheets: readonly BookSheet[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  void fill(zip, output, sheets).catch((error: Error) => output.destroy(error));
  return output;
}

async function fill(zip: ZipFile, output: PassThrough, sheets: readonly BookSheet[]): Promise<void> {
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  const add = (parts: Record<string, string>): void => {
    for (const [path, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), path, deflate);
  };
  for (const [index, sheet] of sheets.entries()) {
    const notes: Note[] = [];
    await addPart(zip, sheetPath(index + 1), sheetXml(sheet, notes), gone.signal);
    if (sheet.mostNotes) add(notesParts(index + 1, notes));
  }
  add(
    partsAround(
      sheets.map(({ name, hidden, mostNotes }) => ({ name, hidden: hidden ?? false, notes: Boolean(mostNotes) })),
    ),
  );
  zip.end();
}

async function* sheetXml(sheet: BookSheet, notes: Note[]): AsyncGenerator<Buffer, void, undefined> {
  const letters = sheet.columns.map((_, index) => columnLetters(index));
  let piece = sheetHead(sheet.columns, sheet.frozenRows);
  for await (const row of sheet.rows) {
    piece += rowXml(row, letters);
    noteRow(row, notes, sheet.mostNotes ?? 0);
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece + sheetTail({ choices: sheet.choices ?? [], notes: Boolean(sheet.mostNotes) }));
}

function rowXml({ no, height, cells }: BookRow, letters: readonly string[]): string {
  const xml = cells.map((cell, index) =>
    cell === null ? '' : cellXml(`${letters[index] ?? columnLetters(index)}${no}`, cell),
  );
  const tall = height === undefined ? '' : ` ht="${height}" customHeight="1"`;
  return `<row r="${no}"${tall}>${xml.join('')}</row>`;
}

function cellXml(ref: string, { value, style = 'plain' }: BookCell): string {
  const look = styleNumbers[style];
  if (value === null) return `<c r="${ref}" s="${look}"/>`;
  if (typeof value === 'number') return `<c r="${ref}" s="${look}"><v>${value}</v></c>`;
  return textCell(ref, look, value);
}

function noteRow({ no, cells }: BookRow, notes: Note[], most: number): void {
  for (const [column, cell] of cells.entries()) {
    if (cell?.note !== undefined && notes.length < most) notes.push({ row: no - 1, column, text: cell.note });
  }
}
