import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedColumnWords } from '#server/modules/audit/column-words.ts';
import { columnTitle } from '#server/modules/audit/words.ts';
import { appDefinition } from '#server/modules/index.ts';
import { inCode, inTable } from '#server/platform/database/tables.ts';
import { silentFields } from '#web/pages/audit/changes.ts';
import { type Booted, boot } from '../helpers/boot.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const listOf = async (query: string): Promise<string[]> =>
  (await testApp.owner.query<{ name: string }>(query)).rows.map(({ name }) => name);

test('every table that the audit watches has a Russian name', async () => {
  const tables = await listOf(
    `select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'audit' order by name`,
  );
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter((table) => !appDefinition.tables[inCode(table)]?.title)).toEqual([]);
});

test('every column that may change in them has one too', async () => {
  const columns = await listOf(`
    select distinct t.tgrelid::regclass::text || '.' || a.attname as name
    from pg_attribute a join pg_trigger t on t.tgrelid = a.attrelid
    where t.tgname = 'audit' and a.attnum > 0 and not a.attisdropped order by name`);
  const wordless = columns.filter((one) => {
    const [table, column] = one.split('.') as [string, string];
    return !silentFields.includes(column) && columnTitle(appDefinition, table, column) === null;
  });
  expect(wordless).toEqual([]);
});

test('no word stands for a column that its table has not', async () => {
  const there = await listOf(`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`);
  const said = Object.entries(appDefinition.tables).flatMap(([table, { words }]) =>
    Object.keys(words ?? {}).map((column) => `${inTable(table)}.${column}`),
  );
  expect(said.filter((one) => !there.includes(one))).toEqual([]);
  const columns = new Set(there.map((one) => one.split('.')[1]));
  expect(Object.keys(sharedColumnWords).filter((column) => !columns.has(column))).toEqual([]);
});
