import { expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { rateOn } from '../rates/rates.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { incomeTax, taxNote } from './tax-note.ts';

const today = toDay('2026-11-20');

test.each([
  [10_000_000, 1_300_000],
  [384, 0],
  [385, 100],
  [1, 0],
  [1_234_567, 160_500],
])('%i forgiven: about %i', (forgiven, estimate) =>
  expect(taxNote(kopecks(forgiven), today, KNOWN_RATES)?.estimate).toBe(estimate),
);

test('the note says that it may be, how much, when not and who decides', () => {
  const text = taxNote(kopecks(10_000_000), today, KNOWN_RATES)?.sentences.join(' ').replaceAll('\u00A0', ' ') ?? '';
  for (const part of ['100 000,00 ₽ может быть', '13 %', '13 000,00 ₽', 'п. 62.1', 'п. 28', '4 000,00 ₽', 'кредитор']) {
    expect(text).toContain(part);
  }
});

test('nothing forgiven, nothing said', () => {
  expect(taxNote(kopecks(0), today, KNOWN_RATES)).toBeNull();
  expect(taxNote(kopecks(1), toDay('2005-12-31'), KNOWN_RATES)).toBeNull();
});

test.each([
  ['2024-12-31', 30_000_000, 3_900_000],
  ['2025-01-01', 30_000_000, 3_900_000],
  ['2020-12-31', 600_000_000, 78_000_000],
  ['2021-01-01', 600_000_000, 80_000_000],
  ['2025-01-01', 600_000_000, 88_200_000],
  // The last kopeck of a step, and the first that makes a rouble of the next one.
  ['2006-01-01', 2_000_000_000, 260_000_000],
  ['2021-01-01', 500_000_000, 65_000_000],
  ['2021-01-01', 500_000_400, 65_000_100],
  ['2024-12-31', 240_000_400, 31_200_100],
  ['2025-01-01', 240_000_000, 31_200_000],
  ['2025-01-01', 240_000_400, 31_200_100],
  ['2025-01-01', 500_000_000, 70_200_000],
  ['2025-01-01', 2_000_000_000, 340_200_000],
  ['2025-01-01', 5_000_000_000, 940_200_000],
  ['2025-01-01', 5_000_001_000, 940_200_200],
  ['2027-06-01', 5_100_000_000, 962_200_000],
])('by the scale of %s of %i about %i is taken', (day, forgiven, estimate) =>
  expect(taxNote(kopecks(forgiven), toDay(day), KNOWN_RATES)?.estimate).toBe(estimate),
);

test('from 2025 on the note names the higher steps and the rate of a non-resident', () => {
  const text = (day: string) =>
    taxNote(kopecks(100), toDay(day), KNOWN_RATES)?.sentences.join(' ').replaceAll('\u00A0', ' ');
  expect(text('2025-01-01')).toContain('больше 2 400 000,00 ₽, с превышения берут от 15 % до 22 %');
  expect(text('2025-01-01')).toContain('Для нерезидента ставка 30 %');
  expect(text('2020-12-31')).not.toContain('превышения');
});

test('the rows of the dictionary hold from their day to the next one, for residents and others', () => {
  const steps = (key: 'resident' | 'nonResident', day: string) =>
    rateOn(KNOWN_RATES, 'incomeTax', key, toDay(day))?.steps;
  const rates = (day: string) => steps('resident', day)?.map(({ rateBps }) => rateBps);
  expect(rates('2006-01-01')).toEqual([1300]);
  expect(rates('2020-12-31')).toEqual([1300]);
  expect(rates('2021-01-01')).toEqual([1300, 1500]);
  expect(rates('2024-12-31')).toEqual([1300, 1500]);
  expect(rates('2025-01-01')).toEqual([1300, 1500, 1800, 2000, 2200]);
  for (const day of ['2006-01-01', '2021-01-01', '2030-01-01']) {
    expect(steps('nonResident', day)).toEqual([{ above: 0, rateBps: 3000 }]);
  }
  for (const { kind, source } of KNOWN_RATES) if (kind === 'incomeTax') expect(source).toMatch(/\[[CK]\]/);
});

test('the cases tell of which year the income is, by when it is told, and that a disputed penalty may be none', () => {
  const cases = taxNote(kopecks(100), toDay('2027-03-01'), KNOWN_RATES)?.cases.join(' ') ?? '';
  for (const part of ['2027 год', 'до 25 февраля следующего года', 'спорная неустойка', 'присудил суд']) {
    expect(cases).toContain(part);
  }
  expect(taxNote(kopecks(10_000_000), today, KNOWN_RATES)?.short.replaceAll('\u00A0', ' ')).toBe(
    'Прощённая сумма 100 000,00 ₽ может быть доходом: налог около 13 000,00 ₽',
  );
});

test.each([
  // Two of a year on either side of a step: the last kopeck below it, on it, the first rouble above it, and across two steps.
  ['2026-05-05', 0, 240_000_000, 31_200_000],
  ['2026-05-05', 120_000_000, 120_000_000, 15_600_000],
  ['2026-05-05', 239_999_999, 1, 0],
  ['2026-05-05', 240_000_000, 100_000, 15_000],
  ['2026-05-05', 239_900_000, 100_000, 13_000],
  ['2026-05-05', 239_900_000, 200_000, 28_000],
  ['2026-05-05', 499_900_000, 200_000, 33_000],
  ['2026-05-05', 100_000_000, 500_000_000, 75_200_000],
  ['2024-05-05', 240_000_000, 100_000, 13_000],
  ['2024-05-05', 500_000_000, 100_000, 15_000],
  ['2020-05-05', 500_000_000, 100_000, 13_000],
  // Sums that make no whole rouble of tax alone make one together.
  ['2026-05-05', 384, 384, 100],
  ['2026-05-05', 384, 0, 0],
])('by the scale of %s, after %i of that year, %i adds %i', (day, before, amount, tax) =>
  expect(incomeTax(kopecks(amount), toDay(day), KNOWN_RATES, kopecks(before))).toBe(tax),
);

test('whatever way a sum is split within a year, the taxes of its parts are the tax of the whole', () => {
  const whole = 612_345_678;
  const on = toDay('2026-05-05');
  for (const part of [1, 384, 239_999_999, 240_000_000, 500_000_001, whole - 1]) {
    const first = incomeTax(kopecks(part), on, KNOWN_RATES)!;
    const second = incomeTax(kopecks(whole - part), on, KNOWN_RATES, kopecks(part))!;
    expect(first + second).toBe(incomeTax(kopecks(whole), on, KNOWN_RATES));
  }
});
