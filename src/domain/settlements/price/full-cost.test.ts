import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { addDays, addMonths, type Day, daysBetween, toDay } from '../../values/days.ts';
import { formatFullCost } from '../../values/exact.ts';
import { kopecks } from '../../values/money.ts';
import { makeSchedule } from '../schedule.ts';
import { basePeriod, type Flow, fullCost, fullCostOfSchedule } from './full-cost.ts';

const flow = (day: string, amount: number): Flow => ({ day: toDay(day), amount: kopecks(amount) });
const monthly = (start: Day, count: number, amount: number): Flow[] =>
  Array.from({ length: count }, (_, index) => ({ day: addMonths(start, index + 1), amount: kopecks(amount) }));

describe('the rates of the domain rules', () => {
  test.each(['2026-01-10', '2026-04-10'])('30 000 → 37 200 in 30 days from %s is 292,000 %%', (start) => {
    const back = { day: addDays(toDay(start), 30), amount: kopecks(3_720_000) };
    expect(fullCost([flow(start, 3_000_000)], [back])).toBe(292_000);
  });

  test('an annuity of 12 % a year is 12,000 %', () => {
    const schedule = makeSchedule(
      {
        kind: 'annuity',
        amount: kopecks(10_000_000),
        downPayment: kopecks(0),
        payments: 6,
        firstDate: toDay('2026-01-31'),
        periodMonths: 1,
        rateBps: 1200,
      },
      KNOWN_CALENDAR,
    );
    if (!schedule.ok) throw new Error('refused');
    expect(fullCostOfSchedule(toDay('2025-12-31'), schedule.rows)).toBe(12_000);
  });

  test('without a cost it is 0,000', () => {
    expect(fullCost([flow('2026-01-31', 300)], monthly(toDay('2026-01-31'), 3, 100))).toBe(0);
    expect(fullCost([flow('2026-01-31', 300)], monthly(toDay('2026-01-31'), 3, 99))).toBe(0);
  });
});

describe('further rates', () => {
  test.each<[string, number | null, Flow[], Flow[]]>([
    ['a year in one payment', 10_000, [flow('2025-06-10', 100_000)], [flow('2026-06-10', 110_000)]],
    ['two years in one payment', 10_000, [flow('2024-06-10', 100_000)], [flow('2026-06-10', 121_000)]],
    [
      'weekly, 1 % a week',
      52_143,
      [flow('2026-01-05', 100_000)],
      [flow('2026-01-12', 1000), flow('2026-01-19', 101_000)],
    ],
    [
      'a fee on the day of issue',
      365_000,
      [flow('2026-01-01', 110_000)],
      [flow('2026-01-01', 10_000), flow('2026-01-31', 130_000)],
    ],
    ['all returned at once', null, [flow('2026-01-01', 1000)], [flow('2026-01-01', 1000), flow('2026-02-01', 1)]],
    ['more than a million percent', null, [flow('2026-01-01', 1)], [flow('2026-01-02', 1_000_000)]],
  ])('%s', (_, expected, issued, paid) => expect(fullCost(issued, paid)).toBe(expected));

  test('issued in two parts', () => {
    const rate = fullCost([flow('2026-01-10', 50_000), flow('2026-02-10', 50_000)], [flow('2026-03-10', 101_503)]);
    // 50 000·1,01² + 50 000·1,01 = 101 505,00: a kopeck or two below 1 % a month.
    expect(rate).toBe(11_984);
  });
});

describe('the base period', () => {
  test.each<[string, string[], ReturnType<typeof basePeriod>]>([
    ['one interval is in days', ['2026-04-10', '2026-05-10'], { days: 30 }],
    ['one interval of a year', ['2025-04-10', '2026-04-10'], { months: 12 }],
    ['months through the ends of months', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'], { months: 1 }],
    ['the most frequent wins', ['2026-01-05', '2026-02-10', '2026-03-10', '2026-04-10'], { months: 1 }],
    [
      'of equally frequent the shortest',
      ['2026-01-01', '2026-01-08', '2026-01-15', '2026-02-15', '2026-03-15'],
      { days: 7 },
    ],
    ['quarters', ['2026-01-10', '2026-04-10', '2026-07-10'], { months: 3 }],
    ['all differ: the average in months', ['2026-01-01', '2026-01-21', '2026-03-15', '2026-05-02'], { months: 1 }],
    ['all differ and are short: the average in days', ['2026-01-01', '2026-01-05', '2026-01-12'], { days: 6 }],
    ['a short average is rounded, not raised', ['2026-01-01', '2026-01-05', '2026-01-12', '2026-01-17'], { days: 5 }],
    ['an average of thirty days is a month', ['2026-01-02', '2026-01-31', '2026-03-03'], { months: 1 }],
    ['an average of fifty days is two months', ['2026-01-01', '2026-02-10', '2026-04-01', '2026-05-31'], { months: 2 }],
    ['an average of four months', ['2026-01-01', '2026-04-11', '2026-08-29', '2026-12-27'], { months: 4 }],
    [
      'of equally frequent days and months the shortest',
      ['2026-01-01', '2026-02-15', '2026-04-01', '2026-06-01', '2026-08-01'],
      { days: 45 },
    ],
    ['none is shorter than a year', ['2022-01-01', '2023-06-01', '2026-06-01'], { months: 12 }],
    ['no interval at all', ['2026-01-01'], { months: 12 }],
  ])('%s', (_, days, expected) => expect(basePeriod(days.map(toDay))).toEqual(expected));
});

test('nothing is issued after the first payment', () => {
  expect(() => fullCost([flow('2026-01-02', 1)], [flow('2026-01-01', 1)])).toThrow(RangeError);
});

test.each([
  [0, '0,000 %'],
  [12_000, '12,000 %'],
  [292_000, '292,000 %'],
  [7, '0,007 %'],
])('%i is shown as %s', (value, text) => expect(formatFullCost(value).replaceAll('\u00A0', ' ')).toBe(text));

/** Plain floating point over the same terms: close enough to catch a wrong rule, whatever the dates. */
test('at the answer the flows are equal, by an independent count', () => {
  const start = toDay('2026-01-15');
  const regular = fc.record({
    payments: fc.integer({ min: 2, max: 60 }),
    payment: fc.integer({ min: 10_000, max: 1_000_000 }),
    cost: fc.integer({ min: 1, max: 400 }),
  });
  fc.assert(
    fc.property(regular, ({ payments, payment, cost }) => {
      const issued = kopecks(Math.floor((payments * payment * 1000) / (1000 + cost)));
      const rate = fullCost([{ day: start, amount: issued }], monthly(start, payments, payment));
      if (rate === null) throw new Error('no rate');
      const value = (thousandths: number) => {
        const i = thousandths / 1_200_000;
        return (payment * (1 - (1 + i) ** -payments)) / i - issued;
      };
      expect(value(rate - 0.6)).toBeGreaterThan(0);
      expect(value(rate + 0.6)).toBeLessThan(0);
    }),
  );
});

/** The equation in floating point, periods counted one after another: another way to the same root. */
function valueAt(thousandths: number, start: Day, issued: number, paid: readonly Flow[]): number {
  const period = basePeriod([start, ...paid.map(({ day }) => day)]);
  const days = 'days' in period ? period.days : null;
  const months = 'months' in period ? period.months : 0;
  const i = thousandths / 100_000 / (days === null ? 12 / months : 365 / days);
  const after = (count: number) => (days === null ? addMonths(start, count * months) : addDays(start, count * days));
  const length = days ?? (months === 12 ? 365 : months * 30);
  return paid.reduce((sum, { day, amount }) => {
    let full = 0;
    while (after(full + 1) <= day) full++;
    return sum + amount / ((1 + (daysBetween(after(full), day) / length) * i) * (1 + i) ** full);
  }, -issued);
}

test('days that fit no period are fractions of it', () => {
  const start = toDay('2026-01-10');
  const paid = [flow('2026-02-10', 10_000), flow('2026-03-10', 10_000), flow('2026-05-05', 90_000)];
  const rate = fullCost([{ day: start, amount: kopecks(100_000) }], paid) ?? 0;
  const byHand = (thousandths: number) => {
    const i = thousandths / 1_200_000;
    return 10_000 / (1 + i) + 10_000 / (1 + i) ** 2 + 90_000 / ((1 + (25 / 30) * i) * (1 + i) ** 3) - 100_000;
  };
  expect(byHand(rate - 0.6)).toBeGreaterThan(0);
  expect(byHand(rate + 0.6)).toBeLessThan(0);
});

test('at the answer any flows are equal, whatever their days', () => {
  const start = toDay('2026-01-31');
  const steps = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(7, 14, 30, 31, 90));
  const gaps = fc.oneof(
    fc.array(steps, { minLength: 1, maxLength: 12 }),
    fc.tuple(steps, fc.integer({ min: 2, max: 12 })).map(([gap, count]) => Array<number>(count).fill(gap)),
  );
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 900 }), (found, cost) => {
      let day = start;
      const paid = found.map((gap) => {
        day = addDays(day, gap);
        return { day, amount: kopecks(1_000_000) };
      });
      const issued = kopecks(Math.floor((paid.length * 1_000_000 * 1000) / (1000 + cost)));
      const rate = fullCost([{ day: start, amount: issued }], paid);
      if (rate === null) return;
      expect(valueAt(rate - 0.6, start, issued, paid)).toBeGreaterThan(0);
      expect(valueAt(rate + 0.6, start, issued, paid)).toBeLessThan(0);
    }),
    { numRuns: 300 },
  );
});
