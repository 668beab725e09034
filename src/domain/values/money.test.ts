import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, formatMoney, kopecks, MAX_AMOUNT, parseMoney, sumKopecks } from './money.ts';

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT }).map(kopecks);

test.each([
  [0, '0,00\u00A0₽'],
  [5, '0,05\u00A0₽'],
  [123_456, '1\u00A0234,56\u00A0₽'],
  [100_000_000, '1\u00A0000\u00A0000,00\u00A0₽'],
  [MAX_AMOUNT, '99\u00A0999\u00A0999\u00A0999,99\u00A0₽'],
  [-123_456, '−1\u00A0234,56\u00A0₽'],
])('%i kopecks are shown as «%s»', (amount, text) => expect(formatMoney(kopecks(amount))).toBe(text));

test.each([
  ['1 234,56', 123_456],
  ['1\u00A0234,56', 123_456],
  ['1\u202F234,56 ₽', 123_456],
  ['1234.56', 123_456],
  ['1234,5', 123_450],
  ['1234', 123_400],
  [' 0,01 ', 1],
  ['0', 0],
  ['1 234 567', 123_456_700],
  ['99 999 999 999,99', MAX_AMOUNT],
  ['0,29', 29],
  ['1.15', 115],
])('«%s» is %i kopecks', (text, amount) => expect(parseMoney(text)).toBe(amount));

test.each([
  '',
  ' ',
  '₽',
  ',50',
  '1,',
  '1,234',
  '1,234.56',
  '1.234,56',
  '12 34,56',
  '1  234',
  '1 2345',
  '1e3',
  '0x10',
  '-5',
  '+5',
  '1\n234',
  'NaN',
  '1'.repeat(16),
  '1'.repeat(100_000),
])('«%s» is not an amount', (text) => expect(parseMoney(text)).toBeNull());

test('what is shown is read back', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(parseMoney(formatMoney(amount))).toBe(amount);
      expect(parseMoney(formatAmount(amount))).toBe(amount);
    }),
  );
});

test('a sum of parts is exact', () => {
  fc.assert(
    fc.property(fc.array(amounts, { maxLength: 50 }), (parts) => {
      expect(BigInt(sumKopecks(parts))).toBe(parts.reduce((sum, part) => sum + BigInt(part), 0n));
    }),
  );
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not kopecks', (value) =>
  expect(() => kopecks(value)).toThrow(RangeError),
);

test('a sum that stops being exact throws', () => {
  expect(() => sumKopecks([kopecks(Number.MAX_SAFE_INTEGER), kopecks(1)])).toThrow(RangeError);
});
