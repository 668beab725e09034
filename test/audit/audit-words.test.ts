import { afterAll, beforeAll, expect, test } from 'vitest';
import { silent } from '#web/pages/audit/changes.ts';
import { fields, unkept } from '#web/pages/audit/fields.ts';
import { texts } from '#web/pages/audit/texts.ts';
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
  expect(tables.filter((table) => !(table in texts.objects))).toEqual([]);
});

test('every column that may change in them has one too, and nothing else has', async () => {
  const columns = await listOf(`
    select distinct a.attname::text as name from pg_attribute a join pg_trigger t on t.tgrelid = a.attrelid
    where t.tgname = 'audit' and a.attnum > 0 and not a.attisdropped order by name`);
  const shown = columns.filter((column) => !silent.includes(column));
  expect(shown.filter((column) => !(column in fields))).toEqual([]);
  expect(Object.keys(fields).filter((field) => !shown.includes(field) && !(field in unkept))).toEqual([]);
});
