import { buffer } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeBook } from '#server/platform/xlsx/book-writer.ts';
import { type Book, bookParts, inlineRow, makeBook } from '#test/helpers/registry/book.ts';
import { refusalOf, tableOf } from '#test/helpers/registry/reading.ts';
import { zip } from '#test/helpers/registry/zip.ts';

/** One table that every file below holds in its own way. */
const table = { 1: ['Имя', 'Долг', 'Дата'], 2: ['Анна & Ко', 1234.56, '29.02.2024'], 4: ['=1+1', null, true] };
const serial = 45_351;
const dateFormat = 'dd\\.mm\\.yyyy';

const plainRows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>
  <row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2"><v>1234.56</v></c><c r="C2" s="1"><v>${serial}</v></c></row>
  <row r="4"><c r="A4" t="s"><v>4</v></c><c r="C4" t="b"><v>1</v></c></row>`;
const strings =
  '<si><t>Имя</t></si><si><t>Долг</t></si><si><t>Дата</t></si><si><t>Анна &amp; Ко</t></si><si><t>=1+1</t></si>';
const plain: Book = { rows: plainRows, strings, formats: [dateFormat] };
const part = (name: string, book: Book = plain): string => bookParts(book)[name] as string;
const sheetName = 'xl/worksheets/sheet1.xml';
const prefixed = (xml: string, prefix: string): string =>
  xml.replace(/<(\/?)(?!\?)([a-zA-Z])/g, `<$1${prefix}:$2`).replace('xmlns=', `xmlns:${prefix}=`);

const strange: [string, Buffer][] = [
  ['as Excel writes it', makeBook(plain)],
  ['stored without packing', makeBook({ ...plain, stored: true })],
  [
    'in a large archive',
    zip(
      Object.entries(bookParts(plain)).map(([name, data]) => ({ name, data: data! })),
      { large: true },
    ),
  ],
  [
    'in an archive with a comment',
    zip(
      Object.entries(bookParts(plain)).map(([name, data]) => ({ name, data: data! })),
      { comment: 'PK\u0005\u0006 не конец' },
    ),
  ],
  [
    'without addresses of cells and rows',
    makeBook({
      ...plain,
      rows: `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c></row>
      <row><c t="s"><v>3</v></c><c><v>1234.56</v></c><c s="1"><v>${serial}</v></c></row>
      <row/><row><c t="s"><v>4</v></c><c/><c t="b"><v>1</v></c></row>`,
    }),
  ],
  [
    'with inline texts',
    makeBook({
      ...plain,
      rows: `${inlineRow(1, ['Имя', 'Долг', 'Дата'])}<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">Анна &#38; Ко</t></is></c><c r="B2"><v>1.23456E3</v></c><c r="C2" s="1"><v>${serial}.0</v></c></row><row r="4"><c r="A4" t="str"><v>=1+1</v></c><c r="C4" t="b"><v>true</v></c></row>`,
    }),
  ],
  [
    'with texts in several styles and their pronunciation',
    makeBook({
      ...plain,
      strings: strings.replace(
        '<t>Анна &amp; Ко</t>',
        '<r><rPr><b/></rPr><t>Анна</t></r><r><t xml:space="preserve"> &amp; </t></r><r><t>Ко</t></r><rPh sb="0" eb="1"><t>нет</t></rPh>',
      ),
    }),
  ],
  [
    'with texts that are not escaped, comments and instructions',
    makeBook({
      ...plain,
      strings: strings.replace('Анна &amp; Ко', '<![CDATA[Анна & ]]><!-- <t>нет</t> --><?mso ?>Ко'),
    }),
  ],
  [
    'with formulas that are calculated',
    makeBook({
      ...plain,
      rows: plainRows
        .replace('<v>1234.56</v>', '<f>SUM(D2:E2)</f><v>1234.56</v>')
        .replace(
          '<c r="A4" t="s"><v>4</v>',
          '<c r="A4" t="str"><f t="shared" ref="A4" si="0">"="&amp;"1+1"</f><v>=1+1</v>',
        ),
    }),
  ],
  [
    'with dates from 1904',
    makeBook({ ...plain, date1904: true, rows: plainRows.replace(String(serial), String(serial - 1462)) }),
  ],
  [
    'with dates as text of the standard',
    makeBook({ ...plain, rows: plainRows.replace(`s="1"><v>${serial}`, 't="d"><v>2024-02-29T00:00:00') }),
  ],
  [
    'with a prefix on every name',
    makeBook({
      ...plain,
      parts: Object.fromEntries(
        ['xl/workbook.xml', sheetName, 'xl/styles.xml', 'xl/sharedStrings.xml'].map((name) => [
          name,
          prefixed(part(name), 'x'),
        ]),
      ),
    }),
  ],
  [
    'of the strict edition',
    makeBook({
      ...plain,
      parts: Object.fromEntries(
        Object.entries(bookParts(plain)).map(([name, xml]) => [
          name,
          (xml as string)
            .replaceAll(
              'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
              'http://purl.oclc.org/ooxml/officeDocument/relationships',
            )
            .replaceAll(
              'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
              'http://purl.oclc.org/ooxml/spreadsheetml/main',
            ),
        ]),
      ),
    }),
  ],
  [
    'in UTF-16',
    makeBook({
      ...plain,
      parts: {
        [sheetName]: Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${part(sheetName)}`, 'utf16le'),
        'xl/sharedStrings.xml': Buffer.from(`\ufeff${part('xl/sharedStrings.xml')}`, 'utf16le').swap16(),
      },
    }),
  ],
  [
    'with a mark of UTF-8 and line ends of Windows',
    makeBook({
      ...plain,
      parts: {
        [sheetName]: `\ufeff<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\r\n${part(sheetName).replaceAll('"', "'").replaceAll('><', '>\r\n<')}\r\n`,
      },
    }),
  ],
  [
    'with names of Windows and links from the root',
    makeBook({
      ...plain,
      parts: {
        'xl/_rels/workbook.xml.rels': part('xl/_rels/workbook.xml.rels').replace(
          'worksheets/sheet1.xml',
          '/XL/Worksheets/../worksheets/Sheet1.xml',
        ),
        [sheetName]: null,
        'xl\\worksheets\\sheet1.xml': part(sheetName),
      },
    }),
  ],
  [
    'with much around the rows',
    makeBook({
      ...plain,
      parts: {
        [sheetName]: part(sheetName)
          .replace(
            '<sheetData>',
            '<sheetPr><tabColor rgb="FF0000"/></sheetPr><dimension ref="A1:XFD1048576"/><sheetViews><sheetView/></sheetViews><cols><col min="1" max="16384"/></cols><sheetData>',
          )
          .replace(
            '</sheetData>',
            '</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells><dataValidations><dataValidation><formula1>1</formula1></dataValidation></dataValidations><extLst><ext><x:f xmlns:x="y"><x:row><x:c><x:v>9</x:v></x:c></x:row></x:f></ext></extLst>',
          )
          .replace('<row r="2">', '<row r="2" spans="1:3" ht="15" customHeight="1" x14ac:dyDescent="0.25">'),
      },
    }),
  ],
  [
    'with styled cells without values up to the last column and row',
    makeBook({
      ...plain,
      rows: `${plainRows.replace('</row>', '<c r="XFD1" s="1"/></row>')}<row r="5"><c r="A5" s="1"/></row><row r="1048576"><c r="XFD1048576"></c></row>`,
    }),
  ],
  [
    'without texts in common and without styles',
    makeBook({
      rows: `${inlineRow(1, ['Имя', 'Долг', 'Дата'])}<row r="2"><c r="A2" t="inlineStr"><is><t>Анна &amp; Ко</t></is></c><c r="B2" t="n"><v>1234.56</v></c><c r="C2" t="d"><v>2024-02-29</v></c></row><row r="4"><c r="A4" t="inlineStr"><is><t>=1+1</t></is></c><c r="C4" t="b"><v>1</v></c></row>`,
      parts: { 'xl/sharedStrings.xml': null, 'xl/styles.xml': null },
    }),
  ],
];

test.each(strange)('a workbook %s gives the same table', async (_name, file) => {
  expect(await tableOf(file)).toEqual(table);
});

const cells = async (row: string, book: Book = {}) =>
  (await tableOf(makeBook({ rows: `<row r="1">${row}</row>`, ...book })))[1];

describe('a number', () => {
  test.each<[string, number | string, string, unknown]>([
    ['000000000000', 5_001_007_322, 'zeros', '005001007322'],
    ['000\\-000\\-000\\ 00', 1_223_344_595, 'zeros with signs between', '01223344595'],
    ['"ИНН "000000', 123, 'zeros after a word', '000123'],
    ['0', 7, 'one zero', 7],
    ['0.00', 7, 'decimals', 7],
    ['#,##0.00"руб."', 7.5, 'roubles', 7.5],
    ['0%', 0.199, 'percent', '19.9%'],
    ['dd/mm/yyyy', serial, 'a date with slashes', '29.02.2024'],
    ['[$-419]d mmm yyyy;@', serial, 'a Russian date', '29.02.2024'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', serial, 'a long date', '29.02.2024'],
    ['ДД.ММ.ГГГГ', serial, 'a date in Russian letters', '29.02.2024'],
    ['dd.mm.yyyy hh:mm', 45_351.5, 'a time of a day', '29.02.2024 12:00:00'],
    ['dd.mm.yyyy', 45_350.999_999_9, 'a day that binary noise keeps back', '29.02.2024'],
    ['h:mm', 0.5, 'a time alone', 0.5],
    ['[h]:mm', 30.25, 'hours', 30.25],
    ['dd.mm.yyyy', 60, 'the day that never was', 60],
    ['dd.mm.yyyy', 3e6, 'a day too far', 3e6],
    ['[Red]-0.00;[Blue]0.00', 5, 'colours', 5],
    ['General', 5, 'the general format', 5],
    ['@', 12, 'text', 12],
  ])('shown as %s: %d is %s', async (format, number, _name, value) => {
    expect(await cells(`<c s="1"><v>${number}</v></c>`, { formats: [format] })).toEqual([value]);
  });

  test('keeps its binary noise for the judge', async () => {
    expect(await cells('<c><v>35000.120000000003</v></c><c><v>-1E-3</v></c><c><v> 5 </v></c>')).toEqual([
      35_000.120_000_000_003, -0.001, 5,
    ]);
  });
});

test('what is no value is told from what is empty', async () => {
  const row =
    '<c t="e"><v>#N/A</v></c><c><f>A1</f></c><c><f>A1</f><v></v></c><c t="str"><f>""</f><v></v></c><c t="s"><v></v></c><c t="n"/><c><v>1</v></c>';
  expect(await cells(row)).toEqual([{ fault: '#N/A' }, { fault: '' }, { fault: '' }, null, null, null, 1]);
});

test('signs that XML cannot hold come back', async () => {
  expect(await cells('<c t="inlineStr"><is><t>а_x0009_б_x005F_x0041_</t></is></c>')).toEqual(['а\tб_x0041_']);
  expect(await cells('<c t="inlineStr"><is><t>&#x1F600;&quot;&apos;&lt;&gt;</t></is></c>')).toEqual(['😀"\'<>']);
});

test('extensions of a row and of a cell say nothing', async () => {
  const row =
    '<c><v>1</v><extLst><ext><v>9</v></ext></extLst></c><c><v>2</v></c><extLst><ext><c><v>3</v></c></ext></extLst>';
  expect(await cells(row)).toEqual([1, 2]);
});

test('a text may be as long as a cell can hold', async () => {
  const long = 'я'.repeat(32_767);
  expect(await cells(`<c t="inlineStr"><is><t>${long}</t></is></c>`)).toEqual([long]);
});

test('tags and letters torn between pieces are put together', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) =>
    inlineRow(index + 1, [`Щё${'ъ'.repeat(index % 97)}`, '😀'.repeat(index % 13), `<${index}>`]),
  );
  const table = await tableOf(makeBook({ rows: rows.join('\n') }));
  expect(Object.keys(table)).toHaveLength(3000);
  for (const [no, cells] of Object.entries(table)) {
    const index = Number(no) - 1;
    expect(cells).toEqual(
      [`Щё${'ъ'.repeat(index % 97)}`, '😀'.repeat(index % 13) || '', `<${index}>`].map((text) => text || null),
    );
  }
});

const sheet = (rows: string): Book => ({ rows });
test.each<[string, Buffer, string]>([
  ['a text that nobody shares', makeBook(sheet('<row><c t="s"><v>5</v></c></row>')), 'damaged'],
  ['a number that is none', makeBook(sheet('<row><c><v>пять</v></c></row>')), 'damaged'],
  ['a number beyond all', makeBook(sheet('<row><c><v>1e999</v></c></row>')), 'damaged'],
  ['a cell of unknown type', makeBook(sheet('<row><c t="q"><v>5</v></c></row>')), 'damaged'],
  ['cells out of order', makeBook(sheet('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>2</v></c></row>')), 'damaged'],
  ['one cell twice', makeBook(sheet('<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>')), 'damaged'],
  ['rows out of order', makeBook(sheet('<row r="2"/><row r="1"/>')), 'damaged'],
  ['a row too far', makeBook(sheet('<row r="1048577"/>')), 'rows'],
  ['a column too far', makeBook(sheet('<row><c r="XFE1"/></row>')), 'damaged'],
  ['a value in too many columns', makeBook(sheet('<row><c r="XFD1048576"><v>1</v></c></row>')), 'columns'],
  [
    'a cell longer than the longest',
    makeBook(sheet(`<row><c t="inlineStr"><is><t>${'я'.repeat(32_768)}</t></is></c></row>`)),
    'long',
  ],
])('%s refuses the file', async (_name, file, code) => {
  expect(await refusalOf(tableOf(file))).toBe(code);
});

test('whatever our own writer is given comes back', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => text.toWellFormed()),
    fc.constantFrom('=1+1', '_x0041_', ' края ', 'две\nстроки', '\r\n', ']]>', '&amp;'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(value, { maxLength: 6 }), { minLength: 1, maxLength: 5 }), async (given) => {
      const rows = given.map((cells, index) => ({
        no: index * 3 + 1,
        cells: cells.map((value) => (value === null ? null : { value, style: 'text' as const })),
      }));
      const columns = Array.from({ length: 6 }, () => ({ width: 9 }));
      const table = await tableOf(await buffer(writeBook([{ name: 'Лист "1" & <2>', frozenRows: 1, columns, rows }])));
      for (const { no, cells } of rows) {
        const values = cells.map((cell) => cell?.value ?? null);
        while (values.at(-1) === null) values.pop();
        expect(table[no] ?? []).toEqual(values);
      }
    }),
    { numRuns: 30 },
  );
});
