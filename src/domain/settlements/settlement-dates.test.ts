import { expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { toDay } from '../values/days.ts';
import { settleDay, silenceStage } from './settlement-dates.ts';

test.each([
  ['2026-11-01', '2026-11-01', 'none'],
  ['2026-11-01', '2026-11-23', 'none'],
  ['2026-11-01', '2026-11-24', 'warn'],
  ['2026-11-01', '2026-11-25', 'none'],
  ['2026-11-01', '2026-11-30', 'warn'],
  ['2026-11-01', '2026-12-01', 'close'],
  ['2026-11-01', '2027-01-01', 'close'],
])('last offer on %s, on %s: %s', (last, on, expected) => expect(silenceStage(toDay(last), toDay(on))).toBe(expected));

test('a paid settlement waits three working days', () => {
  expect(settleDay(toDay('2026-11-20'), KNOWN_CALENDAR)).toBe('2026-11-25');
  expect(settleDay(toDay('2026-12-30'), KNOWN_CALENDAR)).toBe('2027-01-13');
});
