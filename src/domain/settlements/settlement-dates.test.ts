import { expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { addDays, toDay } from '../values/days.ts';
import { breachDays, isReminderDay, settleDay, silence } from './settlement-dates.ts';

test.each([
  ['2026-11-02', 10, '2026-11-10', '2026-11-18'],
  ['2026-12-28', 10, '2027-01-13', '2027-01-21'],
  ['2026-11-02', 5, '2026-11-03', '2026-11-12'],
  ['2026-11-02', 0, '2026-11-03', '2026-11-12'],
])('due on %s with a grace of %i working days: notice %s, end %s', (due, grace, cureNotice, breach) =>
  expect(breachDays(toDay(due), KNOWN_CALENDAR, grace)).toEqual({ cureNotice, breach }),
);

test('a debtor always has five working days after the notice', () => {
  for (let passed = 0; passed < 400; passed++) {
    for (const grace of [0, 3, 5, 10, 20]) {
      const { cureNotice, breach } = breachDays(addDays(toDay('2026-01-01'), passed), KNOWN_CALENDAR, grace);
      let worked = 0;
      for (let day = addDays(cureNotice, 1); day < breach; day = addDays(day, 1)) {
        worked += Number(KNOWN_CALENDAR.isWorkingDay(day));
      }
      if (worked !== 5) expect([cureNotice, breach, worked]).toBe(5);
    }
  }
});

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
