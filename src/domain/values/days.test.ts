import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  compareDays,
  daysBetween,
  formatDay,
  fullYears,
  moscowDay,
  parseDay,
  parseRussianDay,
  toDay,
} from './days.ts';

const MS_PER_DAY = 86_400_000;
const FIRST = Date.parse('0001-01-01') / MS_PER_DAY;
const LAST = Date.parse('9999-12-31') / MS_PER_DAY;

const numbers = fc.integer({ min: FIRST, max: LAST });
const anyDay = numbers.map(byCalendar);

/** The calendar of the language itself, against which the arithmetic is compared. */
function byCalendar(number: number) {
  return toDay(new Date(number * MS_PER_DAY).toISOString().slice(0, 10));
}

describe('reading', () => {
  test.each(['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) =>
    expect(parseDay(text)).toBe(text),
  );
  test.each(['2025-02-29', '1900-02-29', '2025-04-31', '2025-13-01', '2025-00-10', '2025-01-00', '0000-01-01'])(
    '%s is not in the calendar',
    (text) => expect(parseDay(text)).toBeNull(),
  );
  test.each(['', '2025-1-1', '20250101', '2025-01-01T00:00', ' 2025-01-01', '2025-01-01\n', '01.01.2025'])(
    '«%s» is not the notation',
    (text) => expect(parseDay(text)).toBeNull(),
  );
  test.each(['31.04.2025', '1.1.2025', '01.01.25', '2025-01-01', ''])('«%s» is not a Russian date', (text) =>
    expect(parseRussianDay(text)).toBeNull(),
  );
  test('a wrong constant throws', () => expect(() => toDay('2025-02-30')).toThrow(RangeError));
});

describe('arithmetic agrees with the calendar of the language', () => {
  test('days forward and back', () => {
    fc.assert(
      fc.property(numbers, numbers, (from, to) => {
        expect(addDays(byCalendar(from), to - from)).toBe(byCalendar(to));
        expect(daysBetween(byCalendar(from), byCalendar(to))).toBe(to - from);
        expect(Math.sign(compareDays(byCalendar(from), byCalendar(to)))).toBe(Math.sign(from - to));
      }),
      { numRuns: 2000 },
    );
  });

  test('every day of 400 years follows the one before it', () => {
    let day = toDay('1900-01-01');
    const start = Date.UTC(1900, 0, 1) / MS_PER_DAY;
    for (let passed = 1; passed <= 146_097; passed++) {
      day = addDays(day, 1);
      if (day !== byCalendar(start + passed)) expect(day).toBe(byCalendar(start + passed));
    }
    expect(day).toBe('2300-01-01');
  });

  test('months', () => {
    const years = fc.integer({ min: Date.UTC(1900, 0, 1) / MS_PER_DAY, max: Date.UTC(2100, 0, 1) / MS_PER_DAY });
    fc.assert(
      fc.property(years, fc.integer({ min: -1000, max: 1000 }), (number, count) => {
        const date = new Date(number * MS_PER_DAY);
        const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count + 1, 0));
        last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
        expect(addMonths(byCalendar(number), count)).toBe(last.toISOString().slice(0, 10));
      }),
    );
  });
});

test.each([
  ['2025-01-31', 1, '2025-02-28'],
  ['2025-01-31', 2, '2025-03-31'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2025-12-15', 1, '2026-01-15'],
  ['2025-01-15', -1, '2024-12-15'],
  ['2025-03-31', -13, '2024-02-29'],
])('%s and %i months is %s', (day, count, result) => expect(addMonths(toDay(day), count)).toBe(result));

test('there are no days outside of four-digit years, nor parts of a day', () => {
  expect(() => addDays(toDay('9999-12-31'), 1)).toThrow(RangeError);
  expect(() => addDays(toDay('0001-01-01'), -1)).toThrow(RangeError);
  expect(() => addMonths(toDay('9999-12-31'), 1)).toThrow(RangeError);
  expect(() => addDays(toDay('2025-01-01'), 0.5)).toThrow(RangeError);
  expect(() => addMonths(toDay('2025-01-01'), 0.5)).toThrow(RangeError);
  expect(() => moscowDay(new Date(Number.NaN))).toThrow(RangeError);
});

test.each([
  ['2000-05-10', '2018-05-09', 17],
  ['2000-05-10', '2018-05-10', 18],
  ['2000-02-29', '2018-02-28', 17],
  ['2000-02-29', '2018-03-01', 18],
  ['2000-02-29', '2020-02-29', 20],
  ['2000-12-31', '2001-01-01', 0],
])('born on %s, on %s is %i', (born, on, age) => expect(fullYears(toDay(born), toDay(on))).toBe(age));

test.each([
  ['2025-06-30T20:59:59.999Z', '2025-06-30'],
  ['2025-06-30T21:00:00.000Z', '2025-07-01'],
  ['2025-12-31T21:00:00.000Z', '2026-01-01'],
  ['1969-12-31T20:59:59.999Z', '1969-12-31'],
])('%s is %s in Moscow', (instant, day) => expect(moscowDay(new Date(instant))).toBe(day));

test('what is shown in Russian is read back', () => {
  expect(formatDay(toDay('2025-03-09'))).toBe('09.03.2025');
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(parseRussianDay(formatDay(day))).toBe(day);
    }),
  );
});
