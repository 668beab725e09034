import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { fullColumns } from '#domain/registries/registry-columns.ts';
import { judgeRow } from '#domain/registries/registry-row.ts';
import { claimColumns, claims, shownCells } from '#test/helpers/registry/claims.ts';
import { caps, readingOf, refusalOf, tableOf, today } from '#test/helpers/registry/reading.ts';

/** The same thirty claims as other programs have written them; their versions stand in test/registries/reading/files/README.md. */
const count = 30;
const source = [...claims(count)].map(shownCells);
const fileOf = (name: string): Promise<Buffer> => readFile(new URL(`files/${name}`, import.meta.url));
const judged = source.map((cells) => judgeRow(fullColumns, cells, { today, caps, right: 'acquirer' }));

describe.each([
  'exceljs.xlsx',
  'exceljs-stream.xlsx',
  'hucre.xlsx',
  'libreoffice.xlsx',
  'openpyxl.xlsx',
  'write-excel-file.xlsx',
  'xlsxwriter.xlsx',
  'xlsxwriter-inline.xlsx',
])('%s', (name) => {
  test('holds every cell of the source', async () => {
    const [header, ...rows] = Object.values(await tableOf(await fileOf(name)));
    expect(header).toEqual(claimColumns.map(({ title }) => title));
    const width = claimColumns.length;
    const whole = rows.map((cells) => Array.from({ length: width }, (_, index) => cells[index] ?? null));
    expect(whole).toEqual(source);
  });

  test('gives the rows of the source', async () => {
    const { rows, end } = await readingOf(await fileOf(name));
    expect(end.rows).toBe(count);
    expect(rows.map(({ row }) => row)).toEqual(judged.map(({ row }) => row));
    expect(rows.filter(({ ok }) => !ok)).toEqual([]);
  });
});

test('the same as csv, written by LibreOffice, gives the rows of the source', async () => {
  const { rows } = await readingOf(await fileOf('libreoffice.csv'));
  expect(rows.map(({ row }) => row)).toEqual(judged.map(({ row }) => row));
});

test.each([
  ['libreoffice.xls', 'xls'],
  ['libreoffice.ods', 'ods'],
])('%s is refused by its kind', async (name, code) => {
  expect(await refusalOf(readingOf(await fileOf(name)))).toBe(code);
});
