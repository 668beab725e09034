import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { taxNote } from './tax-note.ts';

const today = toDay('2026-11-20');

test.each([
  [10_000_000, 1_300_000],
  [384, 0],
  [385, 100],
  [1, 0],
  [1_234_567, 160_500],
])('%i forgiven: about %i', (forgiven, estimate) => expect(taxNote(kopecks(forgiven), today)?.estimate).toBe(estimate));

test('the note says that it may be, how much, when not and who decides', () => {
  const text = taxNote(kopecks(10_000_000), today)?.sentences.join(' ').replaceAll('\u00A0', ' ') ?? '';
  for (const part of ['100 000,00 ₽ может быть', '13 %', '13 000,00 ₽', 'п. 62.1', 'п. 28', '4 000,00 ₽', 'кредитор']) {
    expect(text).toContain(part);
  }
});

test('nothing forgiven, nothing said', () => {
  expect(taxNote(kopecks(0), today)).toBeNull();
  expect(taxNote(kopecks(1), toDay('2005-12-31'))).toBeNull();
});
