import { expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { addDays, toDay } from '../values/days.ts';
import { isReminderDay, settleDay, silence } from './settlement-dates.ts';

test.each([
  ['2026-11-01', '2026-11-01', 'none'],
  ['2026-11-01', '2026-11-23', 'none'],
  ['2026-11-01', '2026-11-24', 'warn'],
  ['2026-11-01', '2026-11-25', 'none'],
  ['2026-11-01', '2026-11-30', 'warn'],
  ['2026-11-01', '2026-12-01', 'close'],
  ['2026-11-01', '2027-01-01', 'close'],
])('last offer on %s, on %s: %s', (last, on, expected) => expect(silence(toDay(last), toDay(on))).toBe(expected));

test('a paid settlement waits three working days', () => {
  expect(settleDay(toDay('2026-11-20'), KNOWN_CALENDAR)).toBe('2026-11-25');
  expect(settleDay(toDay('2026-12-30'), KNOWN_CALENDAR)).toBe('2027-01-13');
});

test('a row is reminded of three days and a day before, on the day, and a day, three and a week after', () => {
  const due = toDay('2026-11-20');
  const days = Array.from({ length: 30 }, (_, index) => addDays(due, index - 15)).filter((on) =>
    isReminderDay(due, on),
  );
  expect(days).toEqual(['2026-11-17', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-23', '2026-11-27']);
});
