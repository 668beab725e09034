import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { prepareDatabase } from '#server/app.ts';
import { migrate } from '#server/platform/migrate.ts';
import { emptyDatabase, type TestDatabase } from './database.ts';
import { runAlone } from './server.ts';

const run = promisify(execFile);
const folder = 'src/server/migrations';
const files = readdirSync(folder).sort();
const fixtureOf = (file: string): string => `test/migrations/${file.slice(0, 4)}.sql`;

let database: TestDatabase;
let client: Client;
beforeEach(async () => {
  database = await emptyDatabase();
  client = new Client(database.url);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Applies the migrations up to a file, as a release of that day did. */
async function migrateUpTo(file: string): Promise<void> {
  const old = mkdtempSync(join(tmpdir(), 'ugovor-migrations-'));
  for (const one of files.slice(0, files.indexOf(file) + 1)) cpSync(join(folder, one), join(old, one));
  await migrate(database.url, old);
  rmSync(old, { recursive: true });
}

/** How many rows each of our tables holds. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await client.query<{ count: string }>(`select count(*) from "${name}"`);
    counts[name] = Number(counted[0]!.count);
  }
  return counts;
}

/** Tables, columns, constraints, indexes, triggers and functions, as texts that two equal schemas share. */
async function describeSchema(url: string): Promise<string[]> {
  const { rows } = await runAlone(
    url,
    `
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema in ('public', 'graphile_worker')
    union all select pg_get_constraintdef(oid) || conname from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`,
  );
  return rows.map(({ line }: { line: string }) => line);
}

describe.each(files)('a database that stopped at %s', (file) => {
  test('comes to today with every row that it held', async () => {
    expect(existsSync(fixtureOf(file)), `${fixtureOf(file)} holds rows of that day`).toBe(true);
    // Rows come on the day of their migration: a later one may change the tables that an earlier day knew.
    for (const earlier of files.slice(0, files.indexOf(file) + 1)) {
      await migrateUpTo(earlier);
      await client.query(readFileSync(fixtureOf(earlier), 'utf8'));
    }
    const before = await countRows();
    await prepareDatabase({ connectionString: database.url });
    const after = await countRows();
    for (const [table, count] of Object.entries(before)) expect(after[table], table).toBeGreaterThanOrEqual(count);
    const person = await client.query(
      `select i.last_name, a.email from individuals i join accounts a on a.id = i.account_id order by i.id limit 1`,
    );
    expect(person.rows).toEqual([{ last_name: 'Иванов', email: 'ivanov@old.test' }]);
  });

  test('has then the schema of a new one', async () => {
    await migrateUpTo(file);
    await prepareDatabase({ connectionString: database.url });
    const fresh = await emptyDatabase();
    await prepareDatabase({ connectionString: fresh.url });
    expect(await describeSchema(database.url)).toEqual(await describeSchema(fresh.url));
    await fresh.drop();
  });
});

test('preparing a database again changes nothing', async () => {
  await prepareDatabase({ connectionString: database.url });
  const before = [await describeSchema(database.url), await countRows()];
  await prepareDatabase({ connectionString: database.url });
  expect([await describeSchema(database.url), await countRows()]).toEqual(before);
});

test('three processes that start at once prepare one database', async () => {
  const script = `
    const { prepareDatabase } = await import('#server/app.ts');
    await prepareDatabase({ connectionString: process.argv[1] });`;
  const start = () => run(process.execPath, ['--input-type=module', '--eval', script, database.url]);
  await Promise.all([start(), start(), start()]);
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  expect(rows.map(({ name }) => name)).toEqual(files);
  const { rows: doubled } = await client.query('select kind, code from roles group by 1, 2 having count(*) > 1');
  expect(doubled).toEqual([]);
});

test('the types of the database are those of its migrations', { timeout: 60_000 }, async () => {
  await run(process.execPath, ['scripts/db-types.ts', '--check']);
});
