import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { addDays, type Day, toDay, weekday } from '../values/days.ts';
import { calendarOf } from './calendar.ts';
import { KNOWN_RATES } from './known-rates.ts';
import { rateRowOn } from './rates.ts';

const { isWorkingDay, onOrAfter, addWorkingDays, isPublished } = KNOWN_CALENDAR;

/** The days off on Monday–Friday and the working Saturdays and Sundays, as the printed calendars of the years show them. */
const PRINTED: [number, off: string, worked: string][] = [
  [
    2024,
    '01-01 01-02 01-03 01-04 01-05 01-08 02-23 03-08 04-29 04-30 05-01 05-09 05-10 06-12 11-04 12-30 12-31',
    '04-27 11-02 12-28',
  ],
  [2025, '01-01 01-02 01-03 01-06 01-07 01-08 05-01 05-02 05-08 05-09 06-12 06-13 11-03 11-04 12-31', '11-01'],
  [2026, '01-01 01-02 01-05 01-06 01-07 01-08 01-09 02-23 03-09 05-01 05-11 06-12 11-04 12-31', ''],
  [2027, '01-01 01-04 01-05 01-06 01-07 01-08 02-23 03-08 05-03 05-10 06-14 11-04', ''],
];

describe.each(PRINTED)('%i', (year, off, worked) => {
  test('differs from plain weeks as printed', () => {
    const found = { off: [] as string[], worked: [] as string[] };
    for (let day = toDay(`${year}-01-01`); day.startsWith(String(year)); day = addDays(day, 1)) {
      const weekend = weekday(day) > 5;
      if (weekend === isWorkingDay(day)) found[weekend ? 'worked' : 'off'].push(day.slice(5));
    }
    expect(found).toEqual({ off: off.split(' '), worked: worked.split(' ').filter(Boolean) });
  });
});

test('the number of working days is that of the official norm', () => {
  const count = (year: number) => {
    let days = 0;
    for (let day = toDay(`${year}-01-01`); day.startsWith(String(year)); day = addDays(day, 1)) {
      days += Number(isWorkingDay(day));
    }
    return days;
  };
  expect([2024, 2025, 2026].map(count)).toEqual([248, 247, 247]);
});

test('a year is published when it has its decree', () => {
  expect([2024, 2025, 2026, 2027, 2099].map(isPublished)).toEqual([true, true, true, false, false]);
  expect(rateRowOn(KNOWN_RATES, 'calendar', '', toDay('2026-12-31'))?.source).toContain('№ 1466');
});

test.each([
  ['2026-01-01', '2026-01-12'],
  ['2026-03-07', '2026-03-10'],
  ['2026-12-31', '2027-01-11'],
  ['2025-11-01', '2025-11-01'],
  ['2026-11-20', '2026-11-20'],
])('%s falls due on %s', (day, due) => expect(onOrAfter(toDay(day))).toBe(due));

test.each([
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-20', 5, '2026-11-27'],
  ['2026-12-30', 1, '2027-01-11'],
  ['2026-05-08', 2, '2026-05-13'],
])('%s and %i working days is %s', (day, count, result) => expect(addWorkingDays(toDay(day), count)).toBe(result));

test.each([0, -1, 0.5])('%d is not a count of working days', (count) =>
  expect(() => addWorkingDays(toDay('2026-01-01'), count)).toThrow(RangeError),
);

test('the decree of a new year is a row more, and the other years stay', () => {
  const value = { moved: [{ from: day('2027-02-20'), to: day('2027-02-22') }] };
  const own = calendarOf([...KNOWN_RATES, { kind: 'calendar', key: '', from: day('2027-01-01'), value, source: 'x' }]);
  expect(own.isWorkingDay(day('2026-12-31'))).toBe(false);
  expect(own.isWorkingDay(day('2027-02-20'))).toBe(true);
  expect(own.isWorkingDay(day('2027-02-22'))).toBe(false);
  expect(own.isPublished(2027)).toBe(true);
});

test('the day due is worked, not earlier, and within two weeks, in any year', () => {
  const days = fc.integer({ min: 0, max: 365 * 80 }).map((count) => addDays(day('2000-01-01'), count));
  fc.assert(
    fc.property(days, (planned) => {
      const due = onOrAfter(planned);
      expect(isWorkingDay(due)).toBe(true);
      expect(due >= planned && due <= addDays(planned, 14)).toBe(true);
    }),
  );
});

function day(text: string): Day {
  return toDay(text);
}
