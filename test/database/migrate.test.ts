import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { emptyDatabase, type TestDatabase } from '../helpers/database.ts';

let folder = '';
let database: TestDatabase;
let client: Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ugovor-migrate-'));
  database = await emptyDatabase();
  client = new Client(database.url);
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const apply = () => migrate(database.url, folder);
const rebuild = (column: string) =>
  `drop index concurrently if exists debt_${column};\ncreate index concurrently debt_${column} on debt (${column});`;
const names = async () =>
  (await client.query('select name from migrations order by name')).rows.map(({ name }) => name);

test('an empty database gets every file in order, and only once', async () => {
  await write('0002-note.sql', 'alter table debt add note text;');
  await write('0001-debt.sql', 'create table debt (id bigint); create table creditor (id bigint);');
  expect(await apply()).toEqual(['0001-debt.sql', '0002-note.sql']);
  expect(await apply()).toEqual([]);
  await write('0003-sum.sql', 'alter table debt add sum bigint;');
  expect(await apply()).toEqual(['0003-sum.sql']);
  expect((await client.query('select id, note, sum from debt')).rows).toEqual([]);
});

test('an empty folder applies nothing', async () => {
  expect(await apply()).toEqual([]);
});

test('of three that start at once one applies', async () => {
  await write('0001-debt.sql', 'create table debt (id bigint); select pg_sleep(0.2);');
  await write('0002-index.sql', '-- no-transaction\ncreate index concurrently debt_id on debt (id);');
  const results = await Promise.all([apply(), apply(), apply()]);
  expect(results.flat()).toEqual(['0001-debt.sql', '0002-index.sql']);
});

test('a changed file is refused', async () => {
  await write('0001-debt.sql', 'create table debt (id bigint);');
  await apply();
  await write('0001-debt.sql', 'create table debt (id bigint); ');
  await expect(apply()).rejects.toThrow('Миграция 0001-debt.sql изменена');
});

test('line endings of another system are no change', async () => {
  await write('0001-debt.sql', 'create table debt (\nid bigint);');
  await apply();
  await write('0001-debt.sql', 'create table debt (\r\nid bigint);');
  expect(await apply()).toEqual([]);
});

test('a file that comes after a newer one was applied is refused, as is a lost one', async () => {
  await write('0001-debt.sql', 'create table debt (id bigint);');
  await write('0003-sum.sql', 'alter table debt add sum bigint;');
  await apply();
  await write('0002-note.sql', 'alter table debt add note text;');
  await expect(apply()).rejects.toThrow('Миграция 0002-note.sql опоздала');
  await rm(join(folder, '0002-note.sql'));
  await rm(join(folder, '0001-debt.sql'));
  await expect(apply()).rejects.toThrow('Нет файла применённой миграции 0001-debt.sql');
});

test('an older version starts on the database of a newer one', async () => {
  await write('0001-debt.sql', 'create table debt (id bigint);');
  await write('0002-note.sql', 'alter table debt add note text;');
  await apply();
  await rm(join(folder, '0002-note.sql'));
  expect(await apply()).toEqual([]);
});

test('two files with one number and a misnamed file are refused', async () => {
  await write('0001-debt.sql', '');
  await write('0001-loan.sql', '');
  await expect(apply()).rejects.toThrow('У миграций 0001-debt.sql и 0001-loan.sql один номер');
  await rm(join(folder, '0001-loan.sql'));
  await write('2-loan.sql', '');
  await expect(apply()).rejects.toThrow('Имя миграции 2-loan.sql');
});

test('a failing file names its line, leaves nothing and keeps what came before', async () => {
  await write('0001-debt.sql', 'create table debt (id bigint);');
  await write('0002-note.sql', 'alter table debt add note text;\nalter table debt add\nnote text;\n\nselect absent;');
  await expect(apply()).rejects.toThrow('Миграция 0002-note.sql не применилась');
  expect(await names()).toEqual(['0001-debt.sql']);
  await expect(client.query('select note from debt')).rejects.toThrow('does not exist');
  await write('0002-note.sql', 'alter table debt add note text;\nselect absent;');
  await expect(apply()).rejects.toThrow('строка 2: column "absent" does not exist');
});

test('an index is built concurrently, statement by statement', async () => {
  await write('0001-debt.sql', 'create table debt (id bigint, note text);');
  await write('0002-indexes.sql', `-- no-transaction\n${rebuild('id')}\n${rebuild('note')}\n`);
  expect(await apply()).toHaveLength(2);
  const valid = await client.query(
    `select count(*)::int from pg_index where indrelid = 'debt'::regclass and indisvalid`,
  );
  expect(valid.rows).toEqual([{ count: 2 }]);
});

test('a busy table is waited for a second at a time', async () => {
  await write('0001-debt.sql', 'create table debt (id bigint);');
  await apply();
  await client.query('begin; lock table debt in share mode');
  await write('0002-note.sql', 'alter table debt add note text;');
  const applied = apply();
  setTimeout(() => void client.query('commit'), 1200);
  expect(await applied).toEqual(['0002-note.sql']);
});
