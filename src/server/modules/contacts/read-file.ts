import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import {
  type ContactHeader,
  type ContactLine,
  type ContactProblem,
  contactHeader,
  contactLine,
} from '#domain/registries/contact-file.ts';
import type { App } from '#server/platform/app.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import { openTableFile, type Table, type TableFile } from '#server/platform/xlsx/read/table.ts';

/** So many rows at once. */
const most = 2_000;
/** Above the heading there may stand so many lines. */
const headingWithin = 20;

/** What a file says: the rows that can be read, and what is wrong with the others. */
export interface ContactFile {
  lines: ContactLine[];
  problems: ContactProblem[];
}

/** Reads the file and takes it away: what it says is kept as contacts. @throws Refusal `input.invalid` */
export async function readContactFile({ files }: App, { key }: Uploaded): Promise<ContactFile> {
  try {
    await using local = await files.localFile(key);
    const file = await openTableFile(local.sealed);
    try {
      return await linesOf(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof FileRefused) throw refusal(error.message);
    throw error;
  } finally {
    await files.remove(key);
  }
}

const refusal = (problem: string): Refusal => new Refusal('input.invalid', { fields: { file: problem } });

async function linesOf(file: TableFile): Promise<ContactFile> {
  for (const table of file.tables) {
    const read = await linesIn(table);
    if (read !== null) return read;
  }
  throw refusal('Нет столбцов «ИНН должника», «Вид» и «Дата и время»');
}

async function linesIn(table: Table): Promise<ContactFile | null> {
  const read: ContactFile = { lines: [], problems: [] };
  let header: ContactHeader | null = null;
  let seen = 0;
  for await (const rows of table.rows()) {
    for (const { no, cells } of rows) {
      if (header === null) {
        header = contactHeader(cells);
        if (header === null && ++seen >= headingWithin) return null;
        continue;
      }
      const line = contactLine(header, cells, no);
      if ('message' in line) read.problems.push(line);
      else read.lines.push(line);
      if (read.lines.length + read.problems.length > most) throw refusal(`В файле больше ${most} строк: разделите его`);
    }
  }
  return header === null ? null : read;
}
