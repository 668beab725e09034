import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, toDay } from '../values/days.ts';
import { kopecks, sumKopecks } from '../values/money.ts';
import {
  countedSince,
  type DatedMoney,
  type InterestTerms,
  interestEarned,
  payOffSum,
  rowsAfter,
  rowsStopped,
} from './early-payment.ts';
import type { Plan } from './plan.ts';
import { makeSchedule, type ScheduleRow, scheduleInterest, scheduleTotal } from './schedule.ts';

const plan = (rateBps: number, payments: number): Plan => ({
  kind: 'annuity',
  amount: kopecks(10_000_000),
  downPayment: kopecks(0),
  payments,
  firstDate: toDay('2026-02-10'),
  periodMonths: 1,
  rateBps,
  interestOn: kopecks(10_000_000),
});
const rowsOf = (one: Plan): readonly ScheduleRow[] => {
  const made = makeSchedule(one, null);
  if (!made.ok) throw new Error(made.problems[0]!.message);
  return made.rows;
};
const signed = toDay('2026-01-10');
const terms = (rateBps = 2_400, payments = 12): InterestTerms => ({
  rows: rowsOf(plan(rateBps, payments)),
  since: signed,
  earned: kopecks(0),
});
const money = (day: string, amount: number): DatedMoney => ({ day: toDay(day), amount });
const none = () => kopecks(0);
/** What all of it costs when it is paid off on a day, with what was paid before. */
const payOff = (of: InterestTerms, day: string, before: readonly DatedMoney[] = []): number => {
  const whole = scheduleTotal(rowsAfter(of, [...before, money(day, scheduleTotal(of.rows))], none));
  const left = payOffSum({ terms: of, money: before }, toDay(day));
  expect(left).toBe(whole - before.reduce((sum, { amount }) => sum + amount, 0));
  return whole;
};

/** 100 000,00 for twelve months from 10.01.2026; the first period has 31 days. */
describe('whoever pays everything off pays the principal and the interest of the days that were', () => {
  test.each([
    ['24 %: on the day of the agreement', 2_400, '2026-01-10', 10_000_000],
    ['24 %: the next day, 2 000,00 · 1/31', 2_400, '2026-01-11', 10_006_451],
    ['24 %: the last day of the first period', 2_400, '2026-02-10', 10_200_000],
    ['24 %: the day after it, on what the schedule leaves', 2_400, '2026-02-11', 10_206_610],
    ['24 %: the last day', 2_400, '2027-01-10', 11_347_153],
    ['24 %: after the last day', 2_400, '2027-03-01', 11_347_153],
    ['292 %: the next day, 24 333,33 · 1/31', 29_200, '2026-01-11', 10_078_494],
  ])('%s', (_, rateBps, day, sum) => {
    expect(payOff(terms(rateBps), day)).toBe(sum);
  });

  test('what was paid by the schedule changes nothing of it', () => {
    const of = terms();
    const [first] = of.rows;
    const paid = { day: first!.plannedDate, amount: first!.amount };
    expect(payOff(of, '2026-02-11', [paid])).toBe(payOff(of, '2026-02-11'));
    expect(
      interestEarned(
        of,
        of.rows.map((row) => ({ day: row.plannedDate, amount: row.amount })),
      ),
    ).toEqual(of.rows.map(({ interest }) => interest));
  });

  test('whoever is late earns his creditor no more than the schedule says', () => {
    expect(interestEarned(terms(), [])).toEqual(terms().rows.map(({ interest }) => interest));
  });

  test('interest that was earned before the schedule is owed whole', () => {
    const { rows } = terms();
    const first = { ...rows[0]!, interest: kopecks(250_000), amount: kopecks(rows[0]!.principal + 250_000) };
    const after = { ...terms(), rows: [first, ...rows.slice(1)], earned: kopecks(50_000) };
    expect(payOff(after, '2026-01-11')).toBe(10_000_000 + 50_000 + 6_451);
  });

  test('a schedule without interest is owed as it stands', () => {
    const { rows } = terms();
    const free = rows.map((row) => ({ ...row, interest: kopecks(0), amount: row.principal }));
    expect(rowsAfter({ rows: free, since: signed, earned: kopecks(0) }, [money('2026-01-11', 900)], none)).toEqual(
      free,
    );
  });
});

describe('what is paid ahead in part bears no interest from the next day on', () => {
  test('90 000,00 the next day: what is left bears by itself', () => {
    const part = [money('2026-01-11', 9_000_000)];
    // 64,51 of the first day, then 10 000,00 alone: 2 % a month of it.
    expect(payOff(terms(), '2026-02-10', part)).toBe(10_000_000 + 6_451 + 19_355);
    expect(payOff(terms(), '2026-01-12', part)).toBeLessThan(10_000_000 + 6_451 + 700);
  });

  test('it goes by the rows, and the last of them become less: no day moves', () => {
    const of = terms();
    const paid = new Map(of.rows.slice(0, 3).map(({ no, amount }) => [no, amount]));
    const sum = sumKopecks([...paid.values()]);
    const rows = rowsAfter(of, [money('2026-01-20', sum)], (no) => paid.get(no) ?? kopecks(0));
    expect(rows.slice(0, 11)).toEqual(of.rows.slice(0, 11));
    expect(rows[11]).toMatchObject({ no: 12, plannedDate: of.rows[11]!.plannedDate, interest: 0 });
    expect(rows[11]!.amount).toBeLessThan(of.rows[11]!.principal);
  });

  test('a payment some days early takes some roubles off the last one', () => {
    const of = terms();
    const [first] = of.rows;
    const rows = rowsAfter(of, [{ day: addDays(first!.plannedDate, -3), amount: first!.amount }], none);
    // About three days of 9 455,96 at 2 000,00 for 100 000,00 and 31 days, and a month's interest of that each month.
    expect(scheduleTotal(of.rows) - scheduleTotal(rows)).toBe(1_868);
    expect(rows.slice(0, 11)).toEqual(of.rows.slice(0, 11));
  });
});

describe('interest of days before the agreement is owed by nobody', () => {
  const one = plan(2_400, 12);
  const rows = rowsOf(one);
  const accepted = (day: string): InterestTerms => {
    const since = toDay(day);
    return { rows, since, counted: countedSince(one, rows, since), earned: kopecks(0) };
  };

  test.each([
    // The first payment is of 10.02: of 31 days that it bears interest of these are left.
    ['on the day of the offer: 31', '2026-01-10', 200_000],
    ['ten days later: 21', '2026-01-20', 135_483],
    ['the day before the first payment: one', '2026-02-09', 6_451],
    ['longer before: the period is longer', '2026-01-02', 200_000],
  ])('%s', (_, day, interest) => {
    expect(interestEarned(accepted(day), [])[0]).toBe(interest);
    expect(scheduleTotal(rowsAfter(accepted(day), [], none))).toBeLessThanOrEqual(scheduleTotal(rows));
  });

  test('by days they count from the day that the plan names', () => {
    expect(countedSince({ ...one, accrueFrom: toDay('2026-01-05') } as Plan, rows, signed)).toBe('2026-01-05');
  });

  test('a month that is shorter takes nothing off', () => {
    const short = rowsOf({ ...one, firstDate: toDay('2026-02-28') } as Plan);
    expect(countedSince(one, short, toDay('2026-01-31'))).toBe('2026-01-31');
  });
});

describe('when interest stands still what was earned before is owed, and all of the principal', () => {
  const stopped = (day: string, came: readonly DatedMoney[]) => {
    const rows = rowsStopped({ terms: terms(), money: came }, toDay(day));
    expect(scheduleTotal(rows)).toBe(10_000_000 + scheduleInterest(rows));
    expect(rows.map(({ principal }) => principal)).toEqual(terms().rows.map(({ principal }) => principal));
    return scheduleInterest(rows);
  };
  const ahead = [money('2026-01-11', 9_000_000)];

  test.each([
    ['a day after nine tenths were paid: 64,51 of the first day', '2026-01-12', ahead, 6_451],
    ['in the third month: 2 % a month of what was left', '2026-03-11', ahead, 6_451 + 19_355 + 20_516],
    ['money that comes afterwards changes nothing', '2026-01-12', [money('2026-01-12', 9_000_000)], 6_451],
    ['what goes back afterwards earns nothing', '2026-01-12', [...ahead, money('2026-01-20', -9_000_000)], 6_451],
    ['a row that is due on the day keeps its interest', '2026-02-10', [], 200_000],
    ['the agreement is of a later day', '2026-01-01', [], 0],
  ])('%s', (_, day, came, interest) => {
    expect(stopped(day, came)).toBe(interest);
  });
});

test('money ahead only lowers, no row loses what it has got, and what is paid off is never dearer than by the schedule', () => {
  const history = fc.array(
    fc.record({ days: fc.integer({ min: 0, max: 400 }), amount: fc.integer({ min: 1, max: 4_000_000 }) }),
    {
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(1, 2_400, 29_200),
      fc.integer({ min: 1, max: 12 }),
      history,
      (rateBps, payments, moves) => {
        const of = terms(rateBps, payments);
        const came = moves.map(({ days, amount }) => ({ day: addDays(signed, days), amount }));
        const earned = interestEarned(of, came);
        earned.forEach((part, index) => expect(part).toBeLessThanOrEqual(of.rows[index]!.interest));
        const left = rowsAfter(of, came, none);
        expect(scheduleTotal(left)).toBe(10_000_000 + sumKopecks(earned));
        expect(scheduleInterest(left)).toBeLessThanOrEqual(scheduleInterest(of.rows));
        const later = rowsAfter(of, [...came, { day: addDays(signed, 30), amount: 100_000 }], none);
        expect(scheduleTotal(later)).toBeLessThanOrEqual(scheduleTotal(left));
      },
    ),
  );
});

/** The first period has 31 days, of 11.01.2026 to 10.02.2026; the second 28. */
describe('days on which nothing is earned', () => {
  const still = (since: string, until: string | null) => ({
    ...terms(),
    still: [{ since: toDay(since), until: until === null ? null : toDay(until) }],
  });
  const whole = terms().rows.map(({ interest }) => interest);
  const [first, second] = [whole[0]!, whole[1]!];
  test.each([
    ['one day of the first period', '2026-01-20', '2026-01-20', [Math.floor((first * 30) / 31), second]],
    ['its first day', '2026-01-11', '2026-01-11', [Math.floor((first * 30) / 31), second]],
    ['its last day, on which a row is due: that row is owed whole', '2026-02-10', '2026-02-10', [first, second]],
    ['the last days up to the day before', '2026-02-08', '2026-02-09', [Math.floor((first * 29) / 31), second]],
    [
      'over the end of a period',
      '2026-02-01',
      '2026-02-24',
      [Math.floor((first * 21) / 31), Math.floor((second * 14) / 28)],
    ],
    ['before the agreement', '2025-11-01', '2026-01-10', [first, second]],
    ['to no end', '2026-01-20', null, [Math.floor((first * 9) / 31), 0]],
  ])('%s', (_, since, until, expected) => {
    expect(interestEarned(still(since, until), []).slice(0, 2)).toEqual(expected);
  });

  test('are owed by nobody once they are over, neither in the rows nor by whoever pays off', () => {
    const of = still('2026-01-20', '2026-03-31');
    const earned = sumKopecks(interestEarned(of, []));
    const rows = rowsAfter(of, [], none);
    expect(scheduleTotal(rows)).toBe(10_000_000 + earned);
    expect(payOff(of, '2026-03-31')).toBe(payOff(of, '2026-01-19'));
    expect(payOff(of, '2026-04-01')).toBeGreaterThan(payOff(of, '2026-03-31'));
  });

  test('what a schedule bears that stands still is the same by its rows and by the sum of the day', () => {
    const of = still('2026-01-20', null);
    const stopped = rowsStopped({ terms: of, money: [] }, toDay('2026-01-20'));
    expect(scheduleInterest(stopped)).toBe(sumKopecks(interestEarned(of, [])));
  });
});
