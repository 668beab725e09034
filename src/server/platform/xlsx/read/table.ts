import { cellText } from '#domain/registries/cell.ts';
import { type OpenFile, openFile, type SealedFile } from '../../secrets/sealed-file.ts';
import { openBook } from './book.ts';
import { CsvScanner, type Separator, separators } from './csv.ts';
import { FileRefused, refuse } from './refusal.ts';
import { type Row, SheetSink } from './sheet.ts';
import { isTextWithZeros, sniff } from './sniff.ts';
import { readStrings } from './strings.ts';
import { Decoder, type Encoding, markOf } from './text.ts';
import { XmlScanner } from './xml.ts';
import { type Archive, openArchive, type Part } from './zip.ts';

/** A file opened for reading: one or more tables, of which somebody chooses the right one by its first rows. */
export interface TableFile {
  readonly format: 'xlsx' | 'csv';
  /** Visible tables in the order of the file; csv has one for each separator that may be meant. */
  readonly tables: readonly Table[];
  /** The first value of a hidden sheet with this name, for marks that our templates leave; null when there is none. */
  mark(sheet: string): Promise<string | null>;
  close(): Promise<void>;
}

export interface Table {
  /** The name of the sheet; null for csv. */
  readonly name: string | null;
  /** Whether numbers that stand for days are counted from 1904. */
  readonly dates1904: boolean;
  /** Rows with something in them, many at a time, in the order of the file. Every call reads from the beginning. */
  rows(progress?: (bytesDone: number) => void): AsyncGenerator<readonly Row[], void, undefined>;
  /** What `progress` comes to. */
  readonly bytes: number;
}

/** Opens a file by its content, whatever it is called, or refuses it. Nothing is read but what is needed to know it. */
export async function openTableFile(pathOrFile: string | SealedFile): Promise<TableFile> {
  const file = await openFile(pathOrFile);
  try {
    const opened = (await sniff(file)) === 'zip' ? await openWorkbook(file) : await openCsv(file);
    return { ...opened, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type Opened = Omit<TableFile, 'close'>;

async function openWorkbook(file: OpenFile): Promise<Opened> {
  const archive = await openArchive(file);
  const { sheets, dates1904, formats, strings } = await openBook(archive);
  let shared: ReturnType<typeof readStrings> | undefined;
  const rowsOfSheet = async function* (part: Part, progress?: (done: number) => void) {
    shared ??= readStrings(archive, strings);
    yield* sheetRows(archive, part, new SheetSink(await shared, formats, dates1904), progress);
  };
  return {
    format: 'xlsx',
    tables: sheets
      .filter(({ hidden }) => !hidden)
      .map(({ name, part }) => ({
        name,
        dates1904,
        bytes: part.packed,
        rows: (progress) => rowsOfSheet(part, progress),
      })),
    mark: async (name) => {
      const sheet = sheets.find((sheet) => sheet.hidden && sheet.name === name);
      if (!sheet || sheet.part.unpacked > 64 * 1024) return null;
      for await (const [first] of rowsOfSheet(sheet.part)) return cellText(first?.cells[0] ?? null);
      return null;
    },
  };
}

async function* sheetRows(
  archive: Archive,
  part: Part,
  sink: SheetSink,
  progress?: (bytesDone: number) => void,
): AsyncGenerator<readonly Row[], void, undefined> {
  const scanner = new XmlScanner(sink);
  for await (const bytes of archive.read(part, progress)) {
    scanner.write(bytes);
    if (sink.rows.length === 0) continue;
    yield sink.rows;
    sink.rows = [];
  }
  scanner.end();
  if (sink.rows.length > 0) yield sink.rows;
}

const piece = 128 * 1024;

async function openCsv(file: OpenFile): Promise<Opened> {
  const encoding = await encodingOf(file);
  return {
    format: 'csv',
    tables: separators.map((separator) => ({
      name: null,
      dates1904: false,
      bytes: file.size,
      rows: (progress) => csvRows(file, encoding, separator, progress),
    })),
    mark: async () => null,
  };
}

interface DetectedEncoding {
  readonly encoding: Encoding;
  readonly markLength: number;
}

/** Without a mark a text is UTF-8 when all of it can be, and otherwise what Russian Windows writes. */
async function encodingOf(file: OpenFile): Promise<DetectedEncoding> {
  const { value: first } = await pieces(file, 0).next();
  const mark = first ? markOf(first) : null;
  if (mark) return { encoding: mark.encoding, markLength: mark.length };
  const decoder = new Decoder('utf8');
  try {
    for await (const bytes of pieces(file, 0)) decoder.decode(bytes);
    decoder.end();
    return { encoding: 'utf8', markLength: 0 };
  } catch (error) {
    if (error instanceof FileRefused) return { encoding: 'windows-1251', markLength: 0 };
    throw error;
  }
}

async function* csvRows(
  file: OpenFile,
  { encoding, markLength }: DetectedEncoding,
  separator: Separator,
  progress?: (bytesDone: number) => void,
): AsyncGenerator<readonly Row[], void, undefined> {
  const decoder = new Decoder(encoding);
  const scanner = new CsvScanner(separator);
  let done = markLength;
  for await (const bytes of pieces(file, markLength)) {
    scanner.write(textOf(decoder, bytes));
    done += bytes.length;
    progress?.(done);
    if (scanner.rows.length === 0) continue;
    yield scanner.rows;
    scanner.rows = [];
  }
  decoder.end();
  scanner.end();
  if (scanner.rows.length > 0) yield scanner.rows;
}

/** A zero sign is in no text that a person wrote: the file is something else, or a program has spoilt it. */
function textOf(decoder: Decoder, bytes: Buffer): string {
  const text = decoder.decode(bytes);
  if (text.includes('\0')) refuse(isTextWithZeros(bytes) ? 'zero' : 'unknown');
  return text;
}

async function* pieces(file: OpenFile, from: number): AsyncGenerator<Buffer, void, undefined> {
  for (let at = from; ; ) {
    const bytes = Buffer.allocUnsafeSlow(piece);
    const { bytesRead } = await file.read(bytes, 0, piece, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield bytes.subarray(0, bytesRead);
  }
}
