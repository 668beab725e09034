import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvScanner, separators } from '#server/platform/xlsx/read/csv.ts';
import type { Row } from '#server/platform/xlsx/read/sheet.ts';
import { readingOf, refusalOf } from '#test/helpers/registry/reading.ts';

const header = ['ИНН', 'Фамилия', 'Имя', 'Телефон', 'Комментарий'];
const lines = (separator: string, end = '\r\n'): string =>
  [header, ['500100732259', 'Ёлкина', 'Анна', '+7 916 123-45-67', '"а;б,в\tг ""д""\nе"']]
    .map((cells) => cells.join(separator))
    .join(end);

/** The letters of windows-1251 that these tests use. */
const windows1251 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (sign) => {
      const code = sign.charCodeAt(0);
      if (code < 128) return code;
      if (sign === 'ё') return 0xb8;
      return sign === 'Ё' ? 0xa8 : code - 0x410 + 0xc0;
    }),
  );

const sources: [string, Buffer][] = [
  ['UTF-8', Buffer.from(lines(';'))],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${lines(';')}`)],
  ['windows-1251', windows1251(lines(';'))],
  ['UTF-16, as Excel writes «Текст Юникод»', Buffer.from(`\ufeff${lines('\t')}`, 'utf16le')],
  ['UTF-16 of the other order', Buffer.from(`\ufeff${lines(',')}`, 'utf16le').swap16()],
  ['commas', Buffer.from(lines(','))],
  ['tabs', Buffer.from(lines('\t'))],
  ['a hint for Excel before the header', Buffer.from(`sep=;\r\n${lines(';')}`)],
  ['old line ends', Buffer.from(lines(';', '\r'))],
  ['plain line ends and empty lines', Buffer.from(`\n\n${lines(';', '\n')}\n\n\n`)],
];

test.each(sources)('csv with %s gives the same row', async (_name, bytes) => {
  const { head, rows, end } = await readingOf(bytes, { kind: 'simple' });
  expect(head).toMatchObject({ format: 'csv', sheet: null, missing: [] });
  expect(end.rows).toBe(1);
  expect(rows[0]).toMatchObject({
    ok: true,
    row: { debtorInn: '500100732259', lastName: 'Ёлкина', phone: '+79161234567', comment: 'а;б,в г "д" е' },
  });
});

describe('a value', () => {
  const cellsOf = (text: string): Row[] => {
    const scanner = new CsvScanner(';');
    scanner.write(text);
    scanner.end();
    return scanner.rows;
  };

  test.each<[string, unknown[][]]>([
    ['а;б', [['а', 'б']]],
    ['а;;б;', [['а', null, 'б']]],
    [';;', []],
    ['"а""б"', [['а"б']]],
    ['"";"x"', [[null, 'x']]],
    ['"а\r\nб";в\r\nг', [['а\r\nб', 'в'], ['г']]],
    ['а"б;в', [['а"б', 'в']]],
    ['"а"б;в', [['аб', 'в']]],
    ['="0077";=1+1', [['0077', '=1+1']]],
    ['а\rб\nв\r\nг', [['а'], ['б'], ['в'], ['г']]],
    ['', []],
  ])('%j is read as %j', (text, rows) => expect(cellsOf(text).map(({ cells }) => cells)).toEqual(rows));

  test('keeps the number of its row as a spreadsheet counts it', () => {
    expect(cellsOf('а\n\n"б\nв"\n;\nг').map(({ no }) => no)).toEqual([1, 3, 5]);
  });
});

test('whatever the pieces, the rows are the same, and written values come back', () => {
  const value = fc.string({ unit: fc.constantFrom('а', 'x', '"', ';', ',', '\t', '\n', '\r', ' ', '='), maxLength: 8 });
  fc.assert(
    fc.property(
      fc.array(fc.array(value, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
      fc.constantFrom(...separators),
      fc.array(fc.nat(20)),
      (table, separator, cuts) => {
        const text = table
          .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator))
          .join('\n');
        const scanner = new CsvScanner(separator);
        let rest = text;
        for (const cut of cuts) {
          scanner.write(rest.slice(0, cut));
          rest = rest.slice(cut);
        }
        scanner.write(rest);
        scanner.end();
        for (const { no, cells } of scanner.rows) {
          const given = table[no - 1]!.map((cell) => (/^="[^"]+"$/.test(cell) ? cell.slice(2, -1) : cell) || null);
          while (given.at(-1) === null) given.pop();
          expect(cells).toEqual(given);
        }
        expect(scanner.rows.length).toBe(table.filter((cells) => cells.some((cell) => cell !== '')).length);
      },
    ),
  );
});

test.each<[string, string | Buffer, string]>([
  ['nothing', '', 'empty'],
  ['no header', 'а;б;в\n1;2;3\n', 'header'],
  ['a quote that never ends', `${header.join(';')}\n"а;б\n${'я;'.repeat(60_000)}`, 'quote'],
  ['a quote that never ends in a short file', `${header.join(';')}\n"а;б\n`, 'quote'],
  ['a value longer than the longest', `${header.join(';')}\n${'я'.repeat(70_000)}`, 'long'],
  ['too many columns', `${header.join(';')}\n${';'.repeat(500)}x`, 'columns'],
  ['bytes that are no text', Buffer.concat([Buffer.from(`${header.join(';')}\n`), Buffer.alloc(9)]), 'zero'],
])('csv with %s is refused', async (_name, bytes, code) => {
  expect(await refusalOf(readingOf(bytes, { kind: 'simple' }))).toBe(code);
});
