import { expect, test } from 'vitest';
import { answerUntil, leftUntil } from './time-left.ts';

const end = '2026-11-22T21:00:00.000Z';

test('what is left is told in days, then in hours, then as less than one', () => {
  const at = (iso: string) => leftUntil(end, Date.parse(iso)).replace('\u00A0', ' ');
  expect(at('2026-11-20T10:00:00Z')).toBe('2 дня');
  expect(at('2026-11-22T16:00:00Z')).toBe('5 часов');
  expect(at('2026-11-22T20:30:00Z')).toBe('меньше часа');
  expect(at('2026-11-23T20:30:00Z')).toBe('меньше часа');
});

test('an offer that ends at midnight is answered until the minute before', () => {
  expect(answerUntil(end, Date.parse('2026-11-20T10:00:00Z'))).toMatch(/^до 22\.11\.2026, 23:59 МСК, осталось 2/);
});
