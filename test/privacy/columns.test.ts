import { afterAll, beforeAll, expect, test } from 'vitest';
import { appDefinition } from '#server/modules/index.ts';
import { inTable } from '#server/platform/database/tables.ts';
import { type Booted, boot } from '../helpers/boot.ts';

let testApp: Booted;
beforeAll(async () => {
  testApp = await boot();
});
afterAll(() => testApp.stop());

const tables = Object.entries(appDefinition.tables);
const classed = tables.flatMap(([table, { holds }]) =>
  Object.values(holds).flatMap((columns) => columns.split(' ').map((column) => `${inTable(table)}.${column}`)),
);

/** Columns that can hold something of a person: texts, data, hashes, lists, and days of birth. */
const speaking = `
  select table_name || '.' || column_name as name from information_schema.columns
  where table_schema = 'public' and table_name <> 'migrations'
    and (data_type in ('text', 'jsonb', 'bytea') or data_type = 'ARRAY' or column_name = 'birth_date')`;

test('each column that may tell of a person has one class, and no class stands for a column that is not there', async () => {
  const { rows } = await testApp.app.database.pool.query(speaking);
  const there = rows.map(({ name }) => name);
  const wrong = {
    unclassed: there.filter((name) => !classed.includes(name)),
    absent: classed.filter((name) => !there.includes(name)),
    twice: classed.filter((name, index) => classed.indexOf(name) !== index),
  };
  expect(wrong).toEqual({ unclassed: [], absent: [], twice: [] });
});

/** Tables of people who act for companies or the platform, and what is found by its own rules alone. */
const otherwise: ReadonlySet<string> = new Set([
  'auditLog', // Blanked as the rows that it tells of are.
  'statusHistory',
  'businessDays', // Why an operator has sealed a day.
  'invoiceIssuers', // Who signs for the platform.
  'invoices', // Why an operator has cancelled or lowered what a company pays.
  'invoiceCorrections',
  'differences', // What the partner and we disagree about.
  'payouts', // A company's money; why it has not gone.
  'representatives', // A company's, and goes with it.
  'legalEntities',
]);

test('each table is told of by a module', async () => {
  const { rows } = await testApp.app.database.pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'migrations'`,
  );
  expect(new Set(tables.map(([table]) => inTable(table)))).toEqual(new Set(rows.map(({ name }) => name)));
});

test('each table with personal columns says whose its rows are and what becomes of them', () => {
  const personal = tables.filter(([, { holds }]) =>
    ['name', 'contact', 'identity', 'account', 'origin', 'free'].some((name) => name in holds),
  );
  expect(personal.filter(([table, { person }]) => !person && !otherwise.has(table)).map(([table]) => table)).toEqual(
    [],
  );
});
