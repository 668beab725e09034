import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDatabase } from '#server/app.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { operatingCompanies } from '#test/helpers/operating.ts';
import { copyOf, emptyDatabase, type TestDatabase } from '../helpers/database.ts';
import { runAlone } from '../helpers/server.ts';

const run = promisify(execFile);
const folder = 'src/server/migrations';
const files = readdirSync(folder).sort();
/** MIGRATIONS=all stops at each of them. A usual run stops at a few, whose rows went through all those between. */
const stops =
  process.env['MIGRATIONS'] === 'all' ? files : files.filter((_, at) => at % 10 === 0 || at >= files.length - 3);
const fixtureOf = (file: string): string => `test/database/migrations/${file.slice(0, 4)}.sql`;

/** One database that goes through all the days of the past, with rows of each: who stopped at one of them has a copy. */
let past: TestDatabase;
/** How many migrations it has had. */
let reached = 0;
/** The schema of a new database. */
let today: string[];
beforeAll(async () => {
  past = await emptyDatabase();
  const fresh = await emptyDatabase();
  await prepareDatabase({ connectionString: fresh.url }, operatingCompanies);
  today = await describeSchema(fresh.url);
  await fresh.drop();
});
afterAll(() => past.drop());

/** Applies the migrations up to a file, as a release of that day did. */
async function migrateUpTo({ url }: TestDatabase, file: string): Promise<void> {
  const old = mkdtempSync(join(tmpdir(), 'ugovor-migrations-'));
  for (const one of files.slice(0, files.indexOf(file) + 1)) cpSync(join(folder, one), join(old, one));
  await migrate(url, old);
  rmSync(old, { recursive: true });
}

/** Rows come on the day of their migration: a later one may change the tables that an earlier day knew. */
async function stoppedAt(file: string): Promise<TestDatabase> {
  for (; reached <= files.indexOf(file); reached++) {
    await migrateUpTo(past, files[reached]!);
    await runAlone(past.url, readFileSync(fixtureOf(files[reached]!), 'utf8'));
  }
  return copyOf(past);
}

/** How many rows each of our tables holds. */
async function countRows(url: string): Promise<Record<string, number>> {
  const { rows } = await runAlone(
    url,
    `select table_name as name, (xpath('/row/count/text()', query_to_xml(format('select count(*) from %I', table_name),
       false, true, '')))[1]::text::int as count
     from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
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

test.each(stops)(
  'a database that stopped at %s comes to today with every row, and has the schema of a new one',
  async (file) => {
    const { url, drop } = await stoppedAt(file);
    const before = await countRows(url);
    await prepareDatabase({ connectionString: url }, operatingCompanies);
    const after = await countRows(url);
    for (const [table, count] of Object.entries(before)) expect(after[table], table).toBeGreaterThanOrEqual(count);
    const person = await runAlone(
      url,
      `select i.last_name, a.email from individuals i join accounts a on a.id = i.account_id order by i.id limit 1`,
    );
    expect(person.rows).toEqual([{ last_name: 'Иванов', email: 'ivanov@old.test' }]);
    expect(await describeSchema(url)).toEqual(today);
    await drop();
  },
);

test.each(files)('%s has rows of its day', (file) => {
  expect(existsSync(fixtureOf(file)), fixtureOf(file)).toBe(true);
});

test('preparing a database again changes nothing', async () => {
  const { url, drop } = await emptyDatabase();
  await prepareDatabase({ connectionString: url }, operatingCompanies);
  const before = [await describeSchema(url), await countRows(url)];
  await prepareDatabase({ connectionString: url }, operatingCompanies);
  expect([await describeSchema(url), await countRows(url)]).toEqual(before);
  await drop();
});

test('three processes that start at once prepare one database', async () => {
  const { url, drop } = await emptyDatabase();
  const script = `
    const { prepareDatabase } = await import('#server/app.ts');
    const { operatingCompanies } = await import('#test/helpers/operating.ts');
    await prepareDatabase({ connectionString: process.argv[1] }, operatingCompanies);`;
  const start = () => run(process.execPath, ['--input-type=module', '--eval', script, url]);
  await Promise.all([start(), start(), start()]);
  const { rows } = await runAlone(url, 'select name from migrations order by name');
  expect(rows.map(({ name }) => name)).toEqual(files);
  const { rows: doubled } = await runAlone(url, 'select kind, code from roles group by 1, 2 having count(*) > 1');
  expect(doubled).toEqual([]);
  await drop();
});

test('the types of the database are those of its migrations', { timeout: 60_000 }, async () => {
  await run(process.execPath, ['scripts/db-types.ts', '--check']);
});
