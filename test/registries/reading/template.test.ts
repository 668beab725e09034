import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { cellText } from '#domain/registries/cell.ts';
import { registryColumns } from '#domain/registries/registry-columns.ts';
import type { Problem } from '#domain/registries/registry-problems.ts';
import type { Column } from '#domain/registries/registry-rules.ts';
import { writeErrorWorkbook } from '#server/modules/registries/reading/error-workbook.ts';
import { headingOf, writeTemplate } from '#server/modules/registries/template.ts';
import { writeBook } from '#server/platform/xlsx/book-writer.ts';
import { unzip } from '#test/helpers/files/workbook.ts';
import { inlineRow, makeBook } from '#test/helpers/registry/book.ts';
import { readingOf, refusalOf, tableOf, withFile } from '#test/helpers/registry/reading.ts';
import { cellsOf, simpleCells } from '#test/helpers/registry/rows.ts';

const kinds = ['full', 'simple'] as const;
const headersOf = (columns: readonly Column[]) => columns.map(({ header }) => header);

describe.each(kinds)('the template of the %s registry', (kind) => {
  const columns: readonly Column[] = registryColumns[kind];
  const file = buffer(writeTemplate(kind));

  test('is known by our reader: every column, no claims, its hints passed over', async () => {
    const { head, rows, end } = await readingOf(await file, { kind });
    expect(head).toMatchObject({ format: 'xlsx', sheet: 'Реестр', headerRow: 1, missing: [], problems: [] });
    expect(head.headings).toEqual(columns.map((column) => ({ title: headingOf(column), code: column.code })));
    expect([rows, end]).toEqual([[], { rows: 0, hints: [2], footers: [], empty: 0 }]);
  });

  test('has lists for its choices, text where zeros lead, frozen headings', async () => {
    const parts = unzip(await file);
    const sheet = parts.get('xl/worksheets/sheet1.xml')!;
    const choices = columns.filter(({ rule }) => rule.kind === 'choice').length;
    expect(sheet.match(/<dataValidation /g)).toHaveLength(choices);
    expect(sheet).toContain('<pane ySplit="2"');
    const inn = columns.findIndex(({ code }) => code === 'debtorInn') + 1;
    expect(sheet).toMatch(new RegExp(`<col min="${inn}" max="${inn}" width="\\d+" style="2"`));
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="template_version" sheetId="4" state="hidden"');
  });

  test('names every choice in the lists and every column in the instruction', async () => {
    const lists = await tableOf(await file, 1);
    const instruction = Object.values(await tableOf(await file, 2)).flat();
    expect(instruction).toEqual(expect.arrayContaining(headersOf(columns)));
    const labels = columns.flatMap(({ rule }) => (rule.kind === 'choice' ? rule.list.map(({ label }) => label) : []));
    expect(Object.values(lists).flat()).toEqual(expect.arrayContaining(labels));
  });

  test('of an older version is read with a warning', async () => {
    const rows = [columns.map(headingOf), cellsOf(columns).map((cell) => cellText(cell) || null)];
    const book = (version: string) =>
      buffer(
        writeBook([
          {
            name: 'Реестр',
            frozenRows: 1,
            columns: columns.map(({ width }) => ({ width })),
            rows: rows.map((cells, index) => ({
              no: index + 1,
              cells: cells.map((value) => (value === null ? null : { value })),
            })),
          },
          {
            name: 'template_version',
            hidden: true,
            frozenRows: 0,
            columns: [{ width: 9 }],
            rows: [{ no: 1, cells: [{ value: version }] }],
          },
        ]),
      );
    const problemsOf = async (version: string) => (await readingOf(await book(version), { kind })).head.problems;
    expect((await problemsOf(`${kind} 0`)).map(({ code, severity }) => [code, severity])).toEqual([
      ['TEMPLATE_OLD', 'warning'],
    ]);
    expect(await problemsOf(`${kind} 1`)).toEqual([]);
    expect(await problemsOf('что-то своё')).toEqual([]);
  });
});

describe('the workbook of errors', () => {
  const columns = registryColumns.simple;
  const good = simpleCells().map((cell) => cellText(cell) || null);
  const source = makeBook({
    rows: [
      inlineRow(2, ['Наш реестр']),
      inlineRow(3, [...headersOf(columns), 'Цвет глаз']),
      inlineRow(4, [...good, 'карие']),
      inlineRow(6, [...simpleCells({ phone: '12', lastName: '' }).map((cell) => cellText(cell) || null), '=1+1']),
      '<row r="7"><c r="A7" t="e"><v>#N/A</v></c><c r="B7"><v>5</v></c></row>',
      inlineRow(9, ['Итого', '1']),
    ].join(''),
  });
  const written = withFile(source, async (file) => {
    const { rows } = await readingOf(source, { kind: 'simple' });
    const problems = rows.filter(({ problems }) => problems.length > 0);
    return buffer(await writeErrorWorkbook({ kind: 'simple', file, problems }));
  });

  test('has every row in its place with its errors beside it', async () => {
    const table = await tableOf(await written);
    const before = await tableOf(source);
    expect(table[2]).toEqual(before[2]);
    expect(table[3]).toEqual([...before[3]!, 'Ошибки']);
    expect(table[4]).toEqual(before[4]);
    expect(table[6]!.slice(0, -1)).toEqual(before[6]);
    expect(table[6]!.at(-1)).toBe(
      'Фамилия: Должно быть заполнено\nТелефон: Телефон указан неверно: нужен один номер вида +7 (999) 999-99-99',
    );
    expect(table[7]!.slice(0, 2)).toEqual(['#N/A', 5]);
    expect(table[9]).toEqual(before[9]);
  });

  test('hangs a note on every wrong cell and colours it', async () => {
    const parts = unzip(await written);
    const notes = parts.get('xl/comments1.xml')!;
    const phone = columns.findIndex(({ code }) => code === 'phone');
    expect(notes).toContain(`<comment ref="${String.fromCharCode(65 + phone)}6"`);
    expect(parts.get('xl/worksheets/sheet1.xml')).toMatch(
      new RegExp(`<c r="${String.fromCharCode(65 + phone)}6" s="8"`),
    );
    expect(parts.get('xl/drawings/vmlDrawing1.vml')).toContain(`<x:Row>5</x:Row><x:Column>${phone}</x:Column>`);
  });

  test('is loaded again as it is, and tells the same errors', async () => {
    const before = await readingOf(source, { kind: 'simple' });
    const after = await readingOf(await written, { kind: 'simple' });
    const told = ({ rows }: typeof before): [number, Problem[]][] =>
      rows.map(({ rowNo, problems }) => [rowNo, [...problems]]);
    expect(told(after).map(([no, problems]) => [no, problems.map(({ column, code }) => [column, code])])).toEqual(
      told(before).map(([no, problems]) => [no, problems.map(({ column, code }) => [column, code])]),
    );
    expect(after.head.headings.slice(-2).map(({ code }) => code)).toEqual([null, null]);
  });

  test('of a file that cannot be read is refused the same way', async () => {
    const write = withFile('не таблица', (file) => writeErrorWorkbook({ kind: 'simple', file, problems: [] }));
    expect(await refusalOf(write)).toBe('header');
  });
});
