import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, type ClientConfig, DatabaseError } from 'pg';
import { repeating } from './repeating.ts';

type Migration = { name: string; sql: string; sha256: string };

type Applied = { name: string; sha256: string };

/** Any number that nothing else in the database uses for an advisory lock. */
const LOCK = 7_203_415_901;

/** Another process may be building an index on a large table for this many milliseconds. */
const PATIENCE = 30 * 60_000;

/**
 * Brings the database to the newest version: applies, in order, the files `NNNN-name.sql` that it does not have yet.
 *
 * A file is one transaction, unless its first line is `-- no-transaction`: then each of its statements, ended by a
 * semicolon at the end of a line, runs alone, and the file must bear being repeated from its beginning. Of several
 * processes one applies.
 * @returns the names of the files applied now
 * @throws Error in plain Russian when a file is misnamed, changed, missing or out of order, or does not apply
 */
export async function migrate(connection: ClientConfig | string, folder: string | URL): Promise<string[]> {
  const files = await readMigrations(folder instanceof URL ? fileURLToPath(folder) : folder);
  const client = new Client(connection);
  // A lost connection fails the query under way; without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await lock(client);
    return await applyAll(client, files);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(names.map((name) => readMigration(folder, name)));
  for (const [index, { name }] of files.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) throw new Error(`Имя миграции ${name} не вида 0001-words.sql.`);
    const next = files[index + 1]?.name;
    if (next?.startsWith(name.slice(0, 5))) throw new Error(`У миграций ${name} и ${next} один номер.`);
  }
  return files;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // Git may check the file out with other line endings.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

/**
 * Asks again and again: waiting inside pg_advisory_lock holds a snapshot, and CREATE INDEX CONCURRENTLY waits for it in
 * turn.
 */
async function lock(client: Client): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK]);
    if (rows[0]?.locked) return;
    await sleep(50);
  }
  throw new Error('Другой процесс обновляет базу дольше получаса.');
}

async function applyAll(client: Client, files: Migration[]): Promise<string[]> {
  await client.query('set statement_timeout = 0');
  await client.query(`create table if not exists migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<Applied>('select name, sha256 from migrations');
  const pending = findPending(files, new Map(rows.map((row) => [row.name, row.sha256])));
  for (const file of pending) await apply(client, file);
  return pending.map(({ name }) => name);
}

/**
 * Applied files newer than all of ours are left alone: while a new version is rolled out, the old one may start on its
 * database.
 */
function findPending(files: Migration[], applied: Map<string, string>): Migration[] {
  const newestFile = files.at(-1)?.name ?? '';
  const newestApplied = [...applied.keys()].sort().at(-1) ?? '';
  const ours = new Set(files.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (name < newestFile && !ours.has(name)) throw new Error(`Нет файла применённой миграции ${name}.`);
  }
  for (const { name, sha256 } of files) {
    const known = applied.get(name);
    if (known && known !== sha256)
      throw new Error(`Миграция ${name} изменена после применения: верните её, допишите новую.`);
    if (!known && name < newestApplied) {
      throw new Error(`Миграция ${name} опоздала: уже применена ${newestApplied}. Дайте ей следующий номер.`);
    }
  }
  return files.filter(({ name }) => !applied.has(name));
}

async function apply(client: Client, file: Migration): Promise<void> {
  try {
    if (file.sql.startsWith('-- no-transaction\n')) await applyPlainly(client, file);
    else await applyInTransaction(client, file);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Миграция ${file.name} не применилась${whereIn(file.sql, cause)}: ${message}`, { cause });
  }
}

function whereIn(sql: string, error: unknown): string {
  const position = error instanceof DatabaseError ? Number(error.position) : Number.NaN;
  return position > 0 ? `, строка ${sql.slice(0, position).split('\n').length}` : '';
}

const record = (client: Client, { name, sha256 }: Migration) =>
  client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);

/** A migration that waits for a table makes everybody after it wait, so it gives up after a second and comes again. */
const applyInTransaction = (client: Client, file: Migration): Promise<void> =>
  repeating(async () => {
    try {
      await client.query("begin; set local lock_timeout = '1s'");
      await client.query(file.sql);
      await record(client, file);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });

/**
 * Without a lock timeout: the concurrent commands block no reads and writes, and a given-up index would stay behind
 * broken. Each statement bears being repeated.
 */
async function applyPlainly(client: Client, file: Migration): Promise<void> {
  for (const statement of file.sql.split(/;[ \t]*$/m)) {
    if (statement.trim()) await repeating(() => client.query(statement));
  }
  await record(client, file);
}
