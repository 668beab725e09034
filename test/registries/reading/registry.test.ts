import { describe, expect, test } from 'vitest';
import { cellText } from '#domain/registries/cell.ts';
import { fullColumns, simpleColumns } from '#domain/registries/registry-columns.ts';
import type { Column } from '#domain/registries/registry-rules.ts';
import { bookParts, inlineRow, makeBook } from '#test/helpers/registry/book.ts';
import { readingOf, refusalOf } from '#test/helpers/registry/reading.ts';
import { type Changes, cellsOf } from '#test/helpers/registry/rows.ts';

const textOf = (columns: readonly Column[], changes?: Changes): (string | null)[] =>
  cellsOf(columns, changes).map((cell) => cellText(cell) || null);
const headings = (columns: readonly Column[]): string[] =>
  columns.map(({ header, required }) => (required ? `${header}*` : header));

const numbered = (rows: (readonly (string | null)[])[], from = 1): string =>
  rows.map((row, index) => inlineRow(from + index, row)).join('');
const simple = (rows: (readonly (string | null)[])[], from?: number) =>
  readingOf(makeBook({ rows: numbered([headings(simpleColumns), ...rows], from) }), { kind: 'simple' });

describe('the header', () => {
  test('is found under titles, in another order, with strangers among its columns', async () => {
    const order = fullColumns.toReversed();
    const rows = [
      ['Реестр должников ООО «Пример»'],
      ['на', '01.11.2026'],
      [...headings(order).slice(0, 20), 'Цвет глаз', ...headings(order).slice(20)],
      [...textOf(order).slice(0, 20), 'карие', ...textOf(order).slice(20)],
    ];
    const { head, rows: read } = await readingOf(makeBook({ rows: numbered(rows, 3) }));
    expect(head).toMatchObject({ format: 'xlsx', sheet: 'Реестр', headerRow: 5, missing: [], problems: [] });
    expect(head.headings.filter(({ code }) => code === null)).toEqual([{ title: 'Цвет глаз', code: null }]);
    expect(read).toMatchObject([
      { rowNo: 6, ok: true, problems: [], row: { debtorInn: '500100732259', total: 3_250_075 } },
    ]);
  });

  test('is taken by the choice of the company', async () => {
    const rows = [
      ['Код', 'Ф', 'И', 'ИНН', 'Связь'],
      [null, 'Иванова', 'Анна', '500100732259', '89161234567'],
    ];
    const mapping = { ф: 'lastName', и: 'firstName', связь: 'phone', код: null };
    const { head, rows: read } = await readingOf(makeBook({ rows: numbered(rows) }), { kind: 'simple', mapping });
    expect(head.headings.map(({ code }) => code)).toEqual([null, 'lastName', 'firstName', 'debtorInn', 'phone']);
    expect(read).toMatchObject([{ ok: true, row: { phone: '+79161234567' } }]);
  });

  test('without a required column says which', async () => {
    const { head, rows } = await simple([]).then(() =>
      readingOf(
        makeBook({
          rows: numbered([
            ['Фамилия', 'Имя', 'Телефон'],
            ['Иванова', 'Анна', '89161234567'],
          ]),
        }),
        { kind: 'simple' },
      ),
    );
    expect(head.missing).toEqual(['debtorInn']);
    expect(rows).toMatchObject([{ ok: false, problems: [{ column: 'debtorInn', code: 'REQ' }] }]);
  });

  test('is looked for in twenty rows only', async () => {
    const titles = (count: number) => Array.from({ length: count }, () => ['заголовок']);
    const table = [headings(simpleColumns), textOf(simpleColumns)];
    const book = (count: number) => makeBook({ rows: numbered([...titles(count), ...table]) });
    expect((await readingOf(book(19), { kind: 'simple' })).end.rows).toBe(1);
    expect(await refusalOf(readingOf(book(20), { kind: 'simple' }))).toBe('header');
  });

  test('is found on the first visible sheet that has it', async () => {
    const rows = numbered([headings(simpleColumns), textOf(simpleColumns)]);
    const {
      'xl/workbook.xml': book,
      'xl/_rels/workbook.xml.rels': links,
      'xl/worksheets/sheet1.xml': sheet,
    } = bookParts({ rows }) as Record<string, string>;
    const other = (id: number, state: string) =>
      `<sheet name="Лист ${id}" sheetId="${id}" state="${state}" r:id="rId${id}"/>`;
    const empty = sheet!.replace(rows, '');
    const file = makeBook({
      parts: {
        'xl/workbook.xml': book!.replace(
          '<sheets>',
          `<sheets>${other(7, 'hidden')}${other(8, 'visible')}${other(9, 'veryHidden')}`,
        ),
        'xl/_rels/workbook.xml.rels': links!.replace(
          '</Relationships>',
          [7, 8, 9]
            .map((id) => `<Relationship Id="rId${id}" Type="x/worksheet" Target="worksheets/sheet${id}.xml"/>`)
            .join('') + '</Relationships>',
        ),
        'xl/worksheets/sheet7.xml': sheet!.replace('Анна', 'Скрытая'),
        'xl/worksheets/sheet8.xml': empty,
        'xl/worksheets/sheet9.xml': sheet!,
        'xl/worksheets/sheet1.xml': sheet!,
      },
    });
    const { head, rows: read } = await readingOf(file, { kind: 'simple' });
    expect(head.sheet).toBe('Реестр');
    expect(read.map(({ row }) => (row as { firstName: string }).firstName)).toEqual(['Анна']);
  });
});

describe('rows', () => {
  test('that are hints, totals or empty are left out and told', async () => {
    const hints = simpleColumns.map(({ hint }) => hint);
    const { rows, end } = await simple([
      hints,
      simpleColumns.map((_, index) => String(index + 1)),
      textOf(simpleColumns),
      simpleColumns.map(({ code }) => (code === 'rowNo' ? '2' : null)),
      simpleColumns.map(() => ' '),
      textOf(simpleColumns, { rowNo: '3' }),
      [null, 'ИТОГО:', null, null, '2'],
    ]);
    expect(rows.map(({ rowNo, ok }) => [rowNo, ok])).toEqual([
      [4, true],
      [7, true],
    ]);
    expect(end).toEqual({ rows: 2, hints: [2, 3], footers: [8], empty: 2 });
  });

  test('of a person whose name begins like a total are claims', async () => {
    const { end } = await readingOf(
      makeBook({ rows: numbered([['Фамилия', 'Имя', 'ИНН'], ['Итогов', 'Иван', '500100732259'], ['Итого 1']]) }),
      { kind: 'simple' },
    );
    expect(end).toMatchObject({ rows: 1, footers: [3] });
  });

  test('keep their cells for correction only when something is wrong', async () => {
    const { rows } = await simple([textOf(simpleColumns), textOf(simpleColumns, { phone: '123' })]);
    expect(rows[0]!.rawCells).toEqual([]);
    expect(rows[1]!.rawCells[simpleColumns.findIndex(({ code }) => code === 'phone')]).toBe('123');
    expect(rows[1]!.problems).toEqual([
      { column: 'phone', code: 'FORMAT', severity: 'error', message: expect.any(String), masked: '1***' },
    ]);
  });

  test('more than a registry may have refuse the file', async () => {
    const rows = numbered([headings(simpleColumns), textOf(simpleColumns), textOf(simpleColumns)]);
    expect(await refusalOf(readingOf(makeBook({ rows }), { kind: 'simple', mostRows: 1 }))).toBe('rows');
    expect(await refusalOf(readingOf(makeBook({ rows }), { kind: 'simple', mostRows: 2 }))).toBeNull();
  });
});

test('days that are bare numbers are counted by the calendar of the workbook', async () => {
  const day = (serial: number) =>
    `<row r="2"><c r="A2" t="inlineStr"><is><t>500100732259</t></is></c><c r="B2" t="inlineStr"><is><t>Ли</t></is></c><c r="C2" t="inlineStr"><is><t>Анна</t></is></c><c r="D2"><v>${serial}</v></c><c r="E2"><v>79161234567</v></c></row>`;
  const header = inlineRow(1, ['ИНН', 'Фамилия', 'Имя', 'Дата рождения', 'Телефон']);
  const born = async (serial: number, date1904: boolean) =>
    (await readingOf(makeBook({ rows: header + day(serial), date1904 }), { kind: 'simple' })).rows[0]!.row;
  expect(await born(31_120, false)).toMatchObject({ birthDate: '1985-03-14' });
  expect(await born(29_658, true)).toMatchObject({ birthDate: '1985-03-14' });
});
