import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractCaps } from '#domain/money/overpayment-caps.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import type { Cell } from '#domain/registries/cell.ts';
import { toDay } from '#domain/values/days.ts';
import { readRegistry } from '#server/modules/registries/reading/read-registry.ts';
import type { ReadingEnd, ReadingHead, ReadingJob, ReadRow } from '#server/modules/registries/reading/reading.types.ts';
import { FileRefused } from '#server/platform/xlsx/read/refusal.ts';
import { openTableFile } from '#server/platform/xlsx/read/table.ts';

export const today = toDay('2026-11-20');
/** The ceilings of consumer credit, as a new database has them. */
export const caps = contractCaps(KNOWN_RATES);

/** Runs `act` with these bytes in a file that is gone afterwards. */
export async function withFile<T>(bytes: Buffer | string, act: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ugovor-reading-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return await act(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The rows of the first table of a file, by their numbers. */
export const tableOf = (bytes: Buffer | string, index = 0): Promise<Record<number, Cell[]>> =>
  withFile(bytes, async (path) => {
    const file = await openTableFile(path);
    try {
      const rows: Record<number, Cell[]> = {};
      for await (const some of file.tables[index]!.rows()) for (const { no, cells } of some) rows[no] = cells;
      return rows;
    } finally {
      await file.close();
    }
  });

export interface Reading {
  head: ReadingHead;
  rows: ReadRow[];
  end: ReadingEnd;
}

/** The whole reading of a file as a registry. */
export const readingOf = (bytes: Buffer | string, job: Partial<ReadingJob> = {}): Promise<Reading> =>
  withFile(bytes, async (file) => {
    const found: Partial<Reading> & { rows: ReadRow[] } = { rows: [] };
    for await (const told of readRegistry({ kind: 'full', today, caps, right: 'acquirer', file, ...job })) {
      if ('head' in told) found.head = told.head;
      else if ('end' in told) found.end = told.end;
      else found.rows.push(...told.rows);
    }
    return found as Reading;
  });

/** The code with which a file is refused; null when it is read. Anything else that is thrown goes on. */
export async function refusalOf(reading: Promise<unknown>): Promise<string | null> {
  try {
    await reading;
    return null;
  } catch (error) {
    if (error instanceof FileRefused) return error.code;
    throw error;
  }
}

/** Everything that comes, in one list. */
export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}
