import { execFile } from 'node:child_process';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import { registryFile } from '#contract/kernel/file.ts';
import { contractCaps } from '#domain/money/overpayment-caps.ts';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import { fullColumns } from '#domain/registries/registry-columns.ts';
import { judgeRow } from '#domain/registries/registry-row.ts';
import { toDay } from '#domain/values/days.ts';
import { makeCompany, makeEmployee } from '#server/demo/factories.ts';
import { fullRows } from '#server/demo/registry-generator.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { Files } from '#server/platform/files/files.ts';
import { Client } from '#test/helpers/client.ts';
import { type Claim, claimColumns } from '#test/helpers/registry/claims.ts';
import { titleOfServer } from './apart.ts';
import { growTo, makeCompanies } from './lists/entries.ts';
import { cpuOf, cpuOfFamily, memoryOf } from './processes.ts';
import type { Taken } from './read-child.ts';
import { claimsFile } from './reading.ts';
import { number, type Report } from './report.ts';
import { type BenchServer, startBenchServer } from './server.ts';

const run = promisify(execFile);
/** A registry has at most fifty thousand rows unless a server is told otherwise, as this one is. */
const sizes = (process.env['IMPORT'] ?? '10000,50000,200000').split(',').map(Number);
const password = 'correct-Horse-7-battery';
const asOfDate = '2026-11-01';
/** As often as the page of a registry asks: on a busy machine, asking oftener would cost more than what it asks about. */
const followMs = 1_500;
const columnsOfClaim = `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
  from information_schema.columns where table_name = 'registry_entries' and is_generated = 'NEVER'`;

interface Figures {
  rows: number;
  /** Processor seconds of the server and the database from the upload to the last entry. */
  whole: number;
  seconds: number;
  grownMegabytes: number;
  bare: number;
  copy: number;
}

/** Of a registry so small the database has taken its statistics before a large one comes. */
const smaller = 2_000;
/** Claims of other companies that are there before. */
const many = 1_000_000;

/**
 * Measures a whole import on a fresh database, after a smaller registry and beside a million claims; next to it the bare
 * reading of its file and the COPY of its rows into the same indexed table.
 */
export async function measureImport(): Promise<Report> {
  const fresh: Figures[] = [];
  for (const size of sizes) fresh.push(await importIntoFresh(size));
  const afterSmaller = await importAfterSmaller(sizes, 0);
  const amongMany = await importAfterSmaller(sizes, many);
  return report(await titleOfServer(), [
    { base: 'новая', figures: fresh },
    { base: 'после меньшего', figures: afterSmaller },
    { base: 'миллион записей', figures: amongMany },
  ]);
}

/** The very first registry of a database: nothing is known of any table. */
async function importIntoFresh(size: number): Promise<Figures> {
  const benchServer = await startBenchServer({ REGISTRY_ROWS: String(size) });
  const folder = await mkdtemp(join(tmpdir(), 'ugovor-bench-'));
  try {
    const file = await claimsFile(folder, size, generateClaims(0, size));
    const taken = await importFile(benchServer, file);
    return {
      ...taken,
      rows: size,
      bare: await bareReading(file, await claimsFile(folder, 200)),
      copy: await copying(benchServer),
    };
  } finally {
    await rm(folder, { recursive: true });
    await benchServer.stop();
  }
}

/**
 * One registry after another, the first of them small and known to the statistics; nobody analyzes by hand what they stage.
 * @param claims how many of other companies are there before
 */
async function importAfterSmaller(sizes: readonly number[], claims: number): Promise<Figures[]> {
  const benchServer = await startBenchServer({ REGISTRY_ROWS: String(Math.max(...sizes)) });
  const folder = await mkdtemp(join(tmpdir(), 'ugovor-bench-'));
  try {
    const small = await claimsFile(folder, 200);
    const figures: Figures[] = [];
    if (claims > 0) await growTo(benchServer, await makeCompanies(benchServer), 0, claims, { isKnown: false });
    // The first import warms the server up and counts for nothing.
    await importFile(benchServer, small);
    await importFile(benchServer, await claimsFile(folder, smaller, generateClaims(10_000_000, smaller)));
    await statisticsTaken(benchServer);
    for (const [index, size] of sizes.entries()) {
      // Each creditor has claims of his own: one that two have is contested, and marking that is no part of the limit.
      const before = sizes.slice(0, index).reduce((sum, one) => sum + one, 200);
      const file = await claimsFile(folder, size, generateClaims(before, size));
      const taken = await importFile(benchServer, file);
      figures.push({ ...taken, rows: size, bare: await bareReading(file, small), copy: await copying(benchServer) });
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true });
    await benchServer.stop();
  }
}

/** Waits until the database has taken the statistics of what came last by itself, as it does a minute later. */
async function statisticsTaken({ postgres }: BenchServer): Promise<void> {
  const client = new pg.Client({ ...postgres.connection });
  await client.connect();
  try {
    for (let waited = 0; waited < 180; waited++) {
      const { rows } = await client.query<{ known: boolean }>(
        `select bool_and(coalesce(autoanalyze_count, 0) > 0) as known from pg_stat_user_tables
         where relname in ('registry_rows', 'registry_verdicts')`,
      );
      if (rows[0]!.known) return;
      await sleep(1_000);
    }
    throw new Error('The database has not taken its statistics by itself');
  } finally {
    await client.end();
  }
}

/** Claims of the creditor whom the demonstration shows too, as the cells of a file hold them. */
function* generateClaims(from: number, count: number): Generator<Claim> {
  const today = toDay(asOfDate);
  const caps = contractCaps(KNOWN_RATES);
  for (const row of fullRows({ creditor: 'collector', seed: 41, today }, from, from + count)) {
    const texts = claimColumns.map(({ code }) => row[code] || null);
    const values: Claim = judgeRow(fullColumns, texts, { today, caps, right: 'lender' }).row;
    const cells = claimColumns.map(({ code, kind }, at) => {
      if (kind === 'text') return [code, texts[at]];
      return [code, kind === 'number' ? texts[at] && Number(texts[at]) : values[code]];
    });
    yield Object.fromEntries(cells);
  }
}

/** Uploads a file for a company of its own and waits until every row is an entry. */
async function importFile(benchServer: BenchServer, file: string): Promise<Omit<Figures, 'rows' | 'bare' | 'copy'>> {
  const lender = await newLender(benchServer);
  const { client, path } = lender;
  const cpu = (): number => cpuOf(benchServer.server.pid) + cpuOfFamily(benchServer.postgres.pid);
  const [before, memory, began] = [cpu(), memoryOf(benchServer.server.pid), performance.now()];
  let peak = memory;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(benchServer.server.pid))), 50);
  const address = `${path}/${await handOver(benchServer, lender, file)}`;
  const version = await until(client, address, 'ready');
  await client.post(`${address}/load`, { version });
  await until(client, address, 'loaded');
  clearInterval(watch);
  return { whole: cpu() - before, seconds: (performance.now() - began) / 1000, grownMegabytes: peak - memory };
}

interface Lender {
  id: number;
  client: Client;
  path: string;
}

/** Uploads a file, or lays one that is too large for that into the storage beside the request. @returns the registry's id */
async function handOver(benchServer: BenchServer, { id, client, path }: Lender, file: string): Promise<number> {
  const name = 'claims.xlsx';
  if (statSync(file).size < registryFile.maxBytes) {
    const form = new FormData();
    form.set('asOfDate', asOfDate);
    form.set('file', new File([readFileSync(file)], name));
    return (await client.post(path, form)).body.id;
  }
  const files = new Files({ dataDir: benchServer.dataDir, s3: undefined, keys: benchServer.keys });
  const stored = await files.receive(createReadStream(file), name, { ...registryFile, maxBytes: Infinity });
  return benchServer.write(async (tx) => {
    const { id: fileId } = await tx.insertInto('storedFiles').values(stored).returning('id').executeTakeFirstOrThrow();
    const registry = { kind: 'full', legalEntityId: id, number: 1, fileId, asOfDate, basis: 'original' };
    const made = await tx.insertInto('registries').values(registry).returning('id').executeTakeFirstOrThrow();
    await sql`select graphile_worker.add_job('read-registry', json_build_object('registryId', ${made.id}::bigint))`.execute(
      tx,
    );
    return made.id;
  });
}

async function newLender(benchServer: BenchServer): Promise<Lender> {
  const email = `manager-${Math.random()}@bench.test`;
  const passwordHash = await hashPassword(password);
  const id = await benchServer.write(async (tx) => {
    await tx.updateTable('legalEntities').set({ verificationStatus: 'unverified' }).execute();
    const company = await makeCompany(tx, { verificationStatus: 'verified' });
    await makeEmployee(tx, { email, passwordHash, legalEntityId: company, role: 'manager' });
    return company;
  });
  const client = new Client(benchServer.server.url);
  await client.post('/api/auth/signin', { login: email, password });
  return { id, client, path: `/api/legal-entities/${id}/registries` };
}

async function until(client: Client, address: string, status: string): Promise<number> {
  for (;;) {
    const { body } = await client.get(address);
    if (body.status === status) return body.version;
    if (body.progress === null) throw new Error(`The registry is ${body.status}: ${JSON.stringify(body.counts)}`);
    await sleep(followMs);
  }
}

async function bareReading(file: string, small: string): Promise<number> {
  const child = fileURLToPath(new URL('read-child.ts', import.meta.url));
  const { stdout } = await run(process.execPath, [child, 'bare', file, small]);
  return (JSON.parse(stdout) as Taken).cpuSeconds;
}

/** COPY of the latest registry's rows into an empty table with all the same indexes and rules. */
async function copying({ postgres }: BenchServer): Promise<number> {
  const client = new pg.Client({ ...postgres.connection, statement_timeout: 0 });
  await client.connect();
  try {
    const { rows } = await client.query<{ columns: string }>(columnsOfClaim);
    const { columns } = rows[0]!;
    const latest = `select ${columns} from registry_entries where registry_id = (select max(id) from registries)`;
    const { rows: folders } = await client.query<{ path: string }>(
      `select current_setting('data_directory') || '/bench.copy' as path`,
    );
    const file = pg.escapeLiteral(folders[0]!.path);
    await client.query(`copy (${latest}) to ${file}`);
    await client.query('create table copied (like registry_entries including all)');
    const before = cpuOfFamily(postgres.pid);
    await client.query(`copy copied (${columns}) from ${file}`);
    const taken = cpuOfFamily(postgres.pid) - before;
    await client.query('drop table copied');
    return taken;
  } finally {
    await client.end();
  }
}

/** Imports into one base, the smallest first. */
interface Series {
  base: string;
  figures: readonly Figures[];
}

/** How much dearer a row of one size may be than one of the size before it. */
const slack = 1.2;

function report(server: string, series: readonly Series[]): Report {
  const ratio = ({ whole, bare, copy }: Figures): number => whole / (bare + copy);
  return {
    title: `Импорт реестра${server}`,
    about: `Файл xlsx из 44 столбцов от загрузки по HTTP до последней записи в базе: чтение в отдельном потоке, проверка строк, пробная
загрузка, сравнение, приём. Процессор сервера вместе с PostgreSQL. Предел: только прочитать тот же файл голым чтецом и COPY тех же
строк в такую же таблицу со всеми индексами. «Новая»: первый реестр базы; «после меньшего»: статистика базы снята с реестра на ${smaller}
строк, и сам замер её не снимает; «миллион записей»: то же, и в базе миллион требований других компаний.`,
    head: [
      'база',
      'строк',
      'весь импорт, с ЦП',
      'чтение, с ЦП',
      'COPY, с ЦП',
      'к пределу',
      'часы, с',
      'строк/с ЦП',
      'память +МБ',
    ],
    rows: series.flatMap(({ base, figures }) =>
      figures.map((one) => [
        base,
        String(one.rows),
        number(one.whole),
        number(one.bare),
        number(one.copy),
        number(ratio(one)),
        number(one.seconds, 1),
        number(one.rows / one.whole, 0),
        number(one.grownMegabytes, 0),
      ]),
    ),
    bars: series.flatMap(({ base, figures }) => {
      const last = figures.at(-1)!;
      return [
        { id: 'P8', what: `${base}: весь импорт к чтению и COPY`, figure: ratio(last), limit: 3, unit: '×' },
        { id: 'P8', what: `${base}: рост памяти сервера`, figure: last.grownMegabytes, limit: 200, unit: 'МБ' },
        ...figures.slice(1).map((larger, at) => {
          const smaller = figures[at]!;
          return {
            id: 'P8',
            what: `${base}: рост от ${smaller.rows} к ${larger.rows} строк`,
            figure: larger.whole / smaller.whole,
            limit: (larger.rows / smaller.rows) * slack,
            unit: '×',
          };
        }),
      ];
    }),
  };
}
