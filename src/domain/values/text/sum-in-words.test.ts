import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopecks, MAX_AMOUNT } from '../money.ts';
import { numberInWords, sumInWords } from './sum-in-words.ts';

test.each([
  [18_450_000, '184 500 (сто восемьдесят четыре тысячи пятьсот) рублей 00 копеек'],
  [0, '0 (ноль) рублей 00 копеек'],
  [1, '0 (ноль) рублей 01 копейка'],
  [101, '1 (один) рубль 01 копейка'],
  [202, '2 (два) рубля 02 копейки'],
  [1111, '11 (одиннадцать) рублей 11 копеек'],
  [2112, '21 (двадцать один) рубль 12 копеек'],
  [100_000, '1 000 (одна тысяча) рублей 00 копеек'],
  [212_200, '2 122 (две тысячи сто двадцать два) рубля 00 копеек'],
  [1_100_123, '11 001 (одиннадцать тысяч один) рубль 23 копейки'],
  [2_100_000, '21 000 (двадцать одна тысяча) рублей 00 копеек'],
  [100_000_000, '1 000 000 (один миллион) рублей 00 копеек'],
  [200_000_100, '2 000 001 (два миллиона один) рубль 00 копеек'],
  [300_000_000_034, '3 000 000 000 (три миллиарда) рублей 34 копейки'],
  [
    MAX_AMOUNT,
    '99 999 999 999 (девяносто девять миллиардов девятьсот девяносто девять миллионов девятьсот девяносто девять тысяч девятьсот девяносто девять) рублей 99 копеек',
  ],
])('%i kopecks', (amount, text) => expect(sumInWords(kopecks(amount)).replaceAll('\u00A0', ' ')).toBe(text));

test.each([
  [1, 'одна'],
  [2, 'две'],
  [12, 'двенадцать'],
  [22, 'двадцать две'],
  [2002, 'две тысячи две'],
])('%i, feminine', (value, text) => expect(numberInWords(value, true)).toBe(text));

test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d has no words', (value) =>
  expect(() => numberInWords(value)).toThrow(RangeError),
);

test('a sum below zero is not named', () => expect(() => sumInWords(kopecks(-1))).toThrow(RangeError));

/** A reader of the words, written apart from the writer. */
const VALUES: Record<string, number> = {
  ...Object.fromEntries(
    'ноль один два три четыре пять шесть семь восемь девять десять'.split(' ').map((w, i) => [w, i]),
  ),
  одна: 1,
  две: 2,
  ...Object.fromEntries(
    'одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать'
      .split(' ')
      .map((word, index) => [word, 11 + index]),
  ),
  ...Object.fromEntries(
    'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто'
      .split(' ')
      .map((word, index) => [word, 20 + index * 10]),
  ),
  ...Object.fromEntries(
    'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот'
      .split(' ')
      .map((word, index) => [word, 100 + index * 100]),
  ),
};
const SCALE: [RegExp, number][] = [
  [/^тысяч/, 1e3],
  [/^миллион/, 1e6],
  [/^миллиард/, 1e9],
  [/^триллион/, 1e12],
  [/^квадриллион/, 1e15],
];

function read(words: string): number {
  let total = 0;
  let group = 0;
  for (const word of words.split(' ')) {
    const scale = SCALE.find(([name]) => name.test(word))?.[1];
    if (scale === undefined) {
      const value = VALUES[word];
      if (value === undefined) throw new Error(`«${word}»`);
      group += value;
    } else {
      total += group * scale;
      group = 0;
    }
  }
  return total + group;
}

describe('what is written is read back', () => {
  test('every number below 10 000', () => {
    for (let value = 0; value < 10_000; value++) {
      if (read(numberInWords(value)) !== value) expect(numberInWords(value)).toBe(String(value));
    }
  });

  test('any number', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (value) => read(numberInWords(value)) === value));
  });
});
