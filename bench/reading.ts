import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openTableFile } from '#server/platform/xlsx/read/table.ts';
import { writeSheet } from '#server/platform/xlsx/writer.ts';
import { type Claim, claimColumns, claims, shownCells } from '#test/helpers/registry/claims.ts';
import { medianBy } from './load.ts';
import type { Taken } from './read-child.ts';
import { number, type Report } from './report.ts';

const run = promisify(execFile);
const rounds = 3;
const sizes = [10_000, 50_000, 200_000] as const;
const ways = ['bare', 'table', 'judged', 'thread'] as const;
const names: Record<(typeof ways)[number], string> = {
  bare: 'предел: распаковать и разрезать',
  table: 'наше чтение таблицы',
  judged: 'чтение и проверка строк',
  thread: 'то же в отдельном потоке',
};
/** The file of another writer has so many rows. */
const foreignRows = 50_000;

/** Measures the reading of a registry's file without the database: ours against a reader that trusts everything. */
export async function measureReading(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'ugovor-bench-'));
  try {
    const small = await claimsFile(folder, 200);
    const taken = new Map<string, Taken>();
    for (const size of sizes) {
      const file = await claimsFile(folder, size);
      for (const way of ways) taken.set(`${way} ${size}`, await measured(way, file, small));
    }
    return report(taken, await foreignFile(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A file of claims, written by our writer. */
export async function claimsFile(folder: string, count: number, of: Iterable<Claim> = claims(count)): Promise<string> {
  const path = join(folder, `claims-${count}.xlsx`);
  const rows = async function* () {
    for (const claim of of) yield claimColumns.map(({ code }) => claim[code] ?? null);
  };
  await pipeline(writeSheet({ sheet: 'Реестр', columns: claimColumns, rows: rows() }), createWriteStream(path));
  return path;
}

async function measured(way: string, file: string, small: string): Promise<Taken> {
  const child = fileURLToPath(new URL('read-child.ts', import.meta.url));
  const all: Taken[] = [];
  for (let round = 0; round < rounds; round++) {
    const { stdout } = await run(process.execPath, [child, way, file, small]);
    all.push(JSON.parse(stdout) as Taken);
  }
  return medianBy(all, ({ cpuSeconds }) => cpuSeconds);
}

/**
 * Lets LibreOffice write the claims with its own writer and compares every cell with the source: how many there are and
 * how many differ. Null where LibreOffice is not installed.
 */
export async function foreignFile(folder: string): Promise<{ cells: number; different: number } | null> {
  const own = await claimsFile(folder, foreignRows);
  const target = join(folder, 'foreign');
  await mkdir(target);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const format = 'xlsx:Calc MS Excel 2007 XML';
  try {
    await run('soffice', [profile, '--headless', '--convert-to', format, '--outdir', target, own]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const written = join(folder, 'foreign.xlsx');
  await rename(join(target, `claims-${foreignRows}.xlsx`), written);
  return await compared(written, foreignRows);
}

/** Compares a file with the claims that it was made of, cell by cell; a row too few or too many differs in every cell. */
export async function compared(path: string, count: number): Promise<{ cells: number; different: number }> {
  const file = await openTableFile(path);
  const source = claims(count);
  let cells = 0;
  let different = 0;
  for await (const rows of file.tables[0]!.rows()) {
    for (const row of rows) {
      if (row.no === 1) continue;
      const { value, done } = source.next();
      const expected = done ? [] : shownCells(value);
      for (let index = 0; index < claimColumns.length; index++) {
        cells++;
        if ((row.cells[index] ?? null) !== (expected[index] ?? (done ? undefined : null))) different++;
      }
    }
  }
  await file.close();
  for (const _ of source) different += claimColumns.length;
  return { cells, different };
}

function report(taken: ReadonlyMap<string, Taken>, foreign: { cells: number; different: number } | null): Report {
  const of = (way: string, size: number): Taken => taken.get(`${way} ${size}`)!;
  const rows = sizes.flatMap((size) =>
    ways.map((way) => {
      const { rows, cpuSeconds, peakMegabytes, longestTurnMs } = of(way, size);
      return [
        String(size),
        names[way],
        number(rows / cpuSeconds, 0),
        number(cpuSeconds),
        number(peakMegabytes, 0),
        number(longestTurnMs, 0),
      ];
    }),
  );
  const [smallest, , largest] = sizes;
  const compared = foreign
    ? `Файл LibreOffice на ${foreignRows} строк: ячеек ${foreign.cells}, отличаются от исходных ${foreign.different}.`
    : 'LibreOffice не установлен: её файл не сверялся.';
  return {
    title: 'Чтение реестра',
    about: `Файл из 44 столбцов без базы данных, каждый раз в новом процессе, середина из ${rounds}. ${compared}`,
    head: ['строк', 'что', 'строк за секунду процессора', 'процессор, с', 'память, МБ', 'главный поток за раз, мс'],
    rows,
    bars: [
      {
        id: 'чтение',
        what: 'таблица к пределу, 50 000 строк',
        figure: of('table', 50_000).cpuSeconds / of('bare', 50_000).cpuSeconds,
        limit: 3,
        unit: 'раза',
      },
      {
        id: 'рост',
        what: 'процессор на 200 000 строк к 10 000, в потоке',
        figure: of('thread', largest).cpuSeconds / of('thread', smallest).cpuSeconds,
        limit: 22,
        unit: 'раза',
      },
      {
        id: 'память',
        what: 'прибавка памяти на 200 000 строк к 10 000',
        figure: of('thread', largest).peakMegabytes - of('thread', smallest).peakMegabytes,
        limit: 100,
        unit: 'МБ',
      },
      {
        id: 'пауза',
        what: 'главный поток за раз при чтении 50 000 строк',
        figure: of('thread', 50_000).longestTurnMs,
        limit: 100,
        unit: 'мс',
      },
      ...(foreign
        ? [{ id: 'чужой файл', what: 'ячеек, прочитанных не так', figure: foreign.different, limit: 0, unit: '' }]
        : []),
    ],
  };
}
