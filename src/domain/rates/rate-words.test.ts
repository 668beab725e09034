import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { KNOWN_RATES } from './known-rates.ts';
import { rateState, rateWords } from './rate-words.ts';
import { rateRowOn } from './rates.ts';

const plain = (words: readonly string[]) => words.map((word) => word.replaceAll('\u00A0', ' '));
const wordsOn = (...of: Parameters<typeof rateRowOn>) => plain(rateWords(of[1], rateRowOn(...of)!.value));

test('each field of a row is told with its unit', () => {
  const day = toDay('2026-11-20');
  expect(wordsOn(KNOWN_RATES, 'vat', 'general', day)).toEqual(['Ставка: 22 %']);
  expect(wordsOn(KNOWN_RATES, 'utilityPenaltyCap', 'utilities', day)).toEqual([
    'Дней без пеней: 30',
    'Затем доля ставки в день: 1/300',
    'С какого дня больше: 91',
    'С этого дня доля ставки в день: 1/130',
    'Ставка не больше: 9,5 %',
  ]);
  expect(wordsOn(KNOWN_RATES, 'incomeTax', 'resident', day)[0]).toContain('13 %, свыше 2 400 000,00 ₽ 15 %');
  expect(wordsOn(KNOWN_RATES, 'calendar', '', day)[0]).toContain('03.01.2026 на 09.01.2026');
});

test('every row that the program knows has words', () => {
  for (const { kind, value } of KNOWN_RATES) expect(rateWords(kind, value).join()).not.toMatch(/undefined|NaN|object/);
});

test('the end of the ceiling on utilities is a coming row until its day', () => {
  const row = KNOWN_RATES.find(({ kind, from }) => kind === 'utilityPenaltyCap' && from === '2027-01-01')!;
  expect(rateState(KNOWN_RATES, row, toDay('2026-12-31'))).toBe('planned');
  expect(rateState(KNOWN_RATES, row, toDay('2027-01-01'))).toBe('active');
  const before = KNOWN_RATES.find(({ kind, from }) => kind === 'utilityPenaltyCap' && from === '2025-01-01')!;
  expect(rateState(KNOWN_RATES, before, toDay('2027-01-01'))).toBe('past');
});
