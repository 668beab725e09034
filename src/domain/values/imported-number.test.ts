import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount, parseDecimal } from './imported-number.ts';
import { formatAmount, kopecks, MAX_AMOUNT } from './money.ts';

const amounts = fc.integer({ min: 0 - MAX_AMOUNT, max: MAX_AMOUNT }).map(kopecks);

test.each<[number | string, number]>([
  ['1 234,56', 123_456],
  ['1234.56', 123_456],
  ['1234,5', 123_450],
  ['35000.120000000003', 3_500_012],
  [35_000.120_000_000_003, 3_500_012],
  [0.1 + 0.2, 30],
  [1.1 * 3, 330],
  ['1.234.567,89', 123_456_789],
  ['1,234,567.89', 123_456_789],
  ['1.234.567', 123_456_700],
  ["12'345.67", 1_234_567],
  ['32 500,75 руб.', 3_250_075],
  ['32500.75₽', 3_250_075],
  ['100 р.', 10_000],
  ['100 RUB', 10_000],
  ['-5', -500],
  ['−5,5', -550],
  ['(1 200,50)', -120_050],
  ['0', 0],
  ['-0', 0],
  [-0, 0],
  [99_999_999_999.99, MAX_AMOUNT],
])('%j is %i kopecks', (given, amount) => expect(parseAmount(given)).toBe(amount));

test.each<[number | string]>([
  [''],
  ['-'],
  ['1,234'],
  ['1.234'],
  ['12 34,56'],
  ['1,234.567.8'],
  ['1e3'],
  ['0x10'],
  ['--5'],
  ['((5))'],
  ['12%'],
  ['руб.'],
  ['1234,567'],
  [1234.567],
  [35_000.121],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1e17],
  ['9'.repeat(100_000)],
  [' '.repeat(100_000)],
])('%j is no amount', (given) => expect(parseAmount(given)).toBeNull());

test('every amount is read back from each notation and from a fraction', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const shown = formatAmount(amount).replaceAll('\u00A0', ' ');
      expect(parseAmount(shown)).toBe(amount);
      expect(parseAmount(`${shown} ₽`)).toBe(amount);
      expect(parseAmount(shown.replaceAll(' ', ''))).toBe(amount);
      expect(parseAmount(amount / 100)).toBe(amount);
      expect(parseAmount(String(amount / 100))).toBe(amount);
    }),
  );
});

test('a tenth of a kopeck is never dropped', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), fc.integer({ min: 1, max: 9 }), (roubles, rest) => {
      expect(parseAmount(`${roubles},00${rest}`)).toBeNull();
      expect(parseAmount(Number(`${roubles}.00${rest}`))).toBeNull();
    }),
  );
});

test.each<[number | string, number | null]>([
  ['19,9', 19.9],
  [19.9, 19.9],
  ['292.000', 292],
  ['-1', -1],
  ['много', null],
  [Number.NaN, null],
])('%j is the number %j', (given, number) => expect(parseDecimal(given)).toBe(number));
