import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { allocateToSchedule, outstandingOf } from '../money/allocation.ts';
import { addDays, addMonths, toDay } from '../values/days.ts';
import { kopecks, sumKopecks } from '../values/money.ts';
import { addendumProblems, continuedRows, dearerProblems, interestOnRest, restOf } from './addendum.ts';
import { type DatedMoney, type InterestHistory, payOffSum, rowsAfter } from './early-payment.ts';
import { makeSchedule, scheduleTotal } from './schedule.ts';

const k = kopecks;
const today = toDay('2026-11-22');
const row = (no: number, dueDate: string, principal: number, interest = 0) => ({
  no,
  dueDate: toDay(dueDate),
  principal: k(principal),
  interest: k(interest),
});

test('what is left is the debt of all rows, and the interest of those that have fallen due', () => {
  const rows = [row(2, '2026-10-22', 100, 7), row(3, '2026-11-22', 100, 5), row(4, '2026-12-22', 100, 3)];
  expect(restOf(rows, today)).toEqual({ principal: 300, earned: 12 });
  expect(restOf([], today)).toEqual({ principal: 0, earned: 0 });
});

describe('what is left of a schedule that bears interest', () => {
  const signed = toDay('2026-01-10');
  const made = makeSchedule(
    {
      kind: 'annuity',
      amount: k(3_000_000),
      downPayment: k(0),
      payments: 6,
      firstDate: toDay('2026-02-10'),
      periodMonths: 1,
      rateBps: 2_400,
      interestOn: k(3_000_000),
    },
    null,
  );
  if (!made.ok) throw new Error(made.problems[0]!.message);
  const first = made.rows[0]!;
  const three = sumKopecks(made.rows.slice(0, 3).map(({ amount }) => amount));
  /** The rest and what would pay all of it off, after money that has come. */
  const left = (day: string, money: readonly DatedMoney[], earned = k(0)) => {
    const rows = made.rows.map((one) =>
      one.no === 1 ? { ...one, interest: k(one.interest + earned), amount: k(one.amount + earned) } : one,
    );
    const history: InterestHistory = { terms: { rows, since: signed, earned }, money };
    const taken = new Map<number, number>();
    const owed = () => rowsAfter(history.terms, money, (no) => k(taken.get(no) ?? 0));
    const open = () => owed().map((one) => ({ ...one, ...outstandingOf({ ...one, paid: taken.get(one.no) ?? 0 }) }));
    for (const { amount } of money) {
      for (const { no, principal, interest } of allocateToSchedule(k(amount), open(), k(0)).rows) {
        taken.set(no, (taken.get(no) ?? 0) + principal + interest);
      }
    }
    return { rest: restOf(open(), toDay(day), history), payOff: payOffSum(history, toDay(day)) };
  };
  const ahead = [{ day: toDay('2026-01-20'), amount: three }];

  test('is the principal: interest of a period that is not over goes nowhere', () => {
    expect(left('2026-01-20', ahead).rest).toEqual({ principal: 3_000_000 - three, earned: 0 });
    expect(left('2026-02-09', []).rest).toEqual({ principal: 3_000_000, earned: 0 });
  });

  test('is no more than pays off whoever has paid ahead and was late afterwards', () => {
    const { rest, payOff } = left('2026-05-10', ahead);
    // By its rows it would be principal and the fourth row's interest, about 100,00 more.
    expect(payOff).toBe(1_519_117);
    expect(rest.principal + rest.earned).toBe(payOff);
    expect(rest.earned).toBe(made.rows[3]!.interest);
  });

  test('has the interest of periods that are over paid by the money ahead', () => {
    const { rest } = left('2026-02-10', ahead);
    const earned = Math.floor((60_000 * (10 * 3_000_000 + 21 * (3_000_000 - three))) / (31 * 3_000_000));
    expect(rest).toEqual({ principal: 3_000_000 + earned - three, earned: 0 });
  });

  test('of whoever pays by the schedule or late is as its rows say', () => {
    expect(left('2026-02-10', []).rest).toEqual({ principal: 3_000_000, earned: 60_000 });
    expect(left('2026-02-20', [{ day: first.dueDate, amount: first.amount }]).rest).toEqual({
      principal: 3_000_000 - first.principal,
      earned: 0,
    });
    const late = [{ day: toDay('2026-03-20'), amount: first.amount }];
    expect(left('2026-03-20', late).rest).toEqual({
      principal: 3_000_000 - first.principal,
      earned: made.rows[1]!.interest,
    });
  });

  test('keeps apart what was earned before the schedule', () => {
    expect(left('2026-01-20', [], k(5_000)).rest).toEqual({ principal: 3_000_000, earned: 5_000 });
    const part = [{ day: toDay('2026-01-20'), amount: 4_000 }];
    expect(left('2026-01-20', part, k(5_000)).rest).toEqual({ principal: 3_000_000, earned: 1_000 });
  });

  test('a new schedule never raises it', () => {
    const moves = fc.array(fc.record({ days: fc.nat({ max: 250 }), amount: fc.integer({ min: 1, max: 1_000_000 }) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(moves, fc.nat({ max: 250 }), (came, on) => {
        const money = came
          .toSorted((one, other) => one.days - other.days)
          .filter(({ days }) => days <= on)
          .map(({ days, amount }) => ({ day: addDays(signed, days), amount }));
        if (money.reduce((sum, { amount }) => sum + amount, 0) > scheduleTotal(made.rows)) return;
        const { rest, payOff } = left(addDays(signed, on), money);
        expect(rest.principal).toBeGreaterThanOrEqual(0);
        expect(rest.principal + rest.earned).toBeLessThanOrEqual(payOff);
      }),
    );
  });
});

describe('a plan for what is left', () => {
  const firstDate = addMonths(today, 1);
  const equal = (amount: number) =>
    ({ kind: 'equal', amount: k(amount), downPayment: k(0), payments: 3, firstDate, periodMonths: 1 }) as const;
  const withRate = (rateBps: number) => ({ ...equal(300), kind: 'annuity', rateBps }) as const;
  const fields = (...of: Parameters<typeof addendumProblems>) => addendumProblems(...of).map(({ field }) => field);

  test('is for all of it, no more and no less', () => {
    const agreed = { principal: k(300), rateBps: 0 };
    expect(fields(equal(300), agreed)).toEqual([]);
    expect(fields(equal(299), agreed)).toEqual(['amount']);
    expect(fields(equal(301), agreed)).toEqual(['amount']);
    const parts = [{ date: firstDate, amount: k(299) }];
    expect(fields({ kind: 'custom', amount: k(299), parts }, agreed)).toEqual(['parts']);
  });

  test('costs no more a year than was agreed', () => {
    expect(fields(withRate(1200), { principal: k(300), rateBps: 1200 })).toEqual([]);
    expect(fields(withRate(1201), { principal: k(300), rateBps: 1200 })).toEqual(['rateBps']);
    expect(fields(withRate(1), { principal: k(300), rateBps: 0 })).toEqual(['rateBps']);
    expect(fields(equal(300), { principal: k(300), rateBps: 1200 })).toEqual([]);
  });
});

test('its rows go on after those that stay and add up to what was left with the interest earned', () => {
  const terms = fc.record({
    amount: fc.integer({ min: 100, max: 100_000_000 }),
    payments: fc.integer({ min: 1, max: 60 }),
    earned: fc.nat({ max: 1_000_000 }),
    after: fc.nat({ max: 60 }),
  });
  fc.assert(
    fc.property(terms, ({ amount, payments, earned, after }) => {
      const sums = { amount: k(amount), downPayment: k(0) };
      const made = makeSchedule(
        { kind: 'equal', ...sums, payments, firstDate: today, periodMonths: 1 },
        KNOWN_CALENDAR,
      );
      if (!made.ok) throw new Error('An ordinary plan');
      const rows = continuedRows(made.rows, k(earned), after);
      expect(rows.map(({ no }) => no)).toEqual(made.rows.map((_, index) => after + index + 1));
      expect(sumKopecks(rows.map(({ principal }) => principal))).toBe(amount);
      expect(sumKopecks(rows.map((one) => one.amount))).toBe(amount + earned);
      expect(rows.every((one) => one.amount === one.principal + one.interest && one.amount > 0)).toBe(true);
    }),
  );
});

test.each([
  // Agreed 1 000, of it 700 principal: what has been paid was principal first.
  [1000, 700],
  [800, 500],
  [300, 0],
  [100, 0],
])('of a rest of %i the interest of a new schedule grows on %i', (rest, bearing) => {
  const inForce = {
    kind: 'annuity',
    amount: k(1000),
    downPayment: k(0),
    payments: 10,
    firstDate: today,
    periodMonths: 1,
    rateBps: 1200,
  } as const;
  expect(interestOnRest({ ...inForce, interestOn: k(700) }, k(rest))).toBe(bearing);
  expect(interestOnRest(inForce, k(rest))).toBe(rest);
});

test('a new schedule costs no more than what was left to pay, to the kopeck', () => {
  const plan = {
    kind: 'annuity',
    amount: k(10_000_000),
    downPayment: k(0),
    firstDate: today,
    periodMonths: 1,
    rateBps: 1200,
  } as const;
  const rowsOf = (payments: number) => {
    const made = makeSchedule({ ...plan, payments }, KNOWN_CALENDAR);
    if (!made.ok) throw new Error('An ordinary plan');
    return made.rows;
  };
  // 100 000,00 at 12 % over six months costs 103 529,02 (docs/domain.md §8.4).
  expect(dearerProblems(rowsOf(6), k(10_352_902))).toEqual([]);
  expect(dearerProblems(rowsOf(6), k(10_352_901))[0]?.message.replaceAll('\u00A0', ' ')).toBe(
    'По новому графику остаётся заплатить 103 529,02 ₽, на 0,01 ₽ больше прежних 103 529,01 ₽: новый график не делает соглашение дороже. Уменьшите ставку или срок',
  );
  expect(dearerProblems(rowsOf(12), k(10_352_902))).toMatchObject([{ field: 'rateBps' }]);
  // Nor by the fee that the debtor pays with each payment.
  expect(dearerProblems(rowsOf(6), k(10_352_902), k(0))).toEqual([]);
  expect(dearerProblems(rowsOf(6), k(10_352_902), k(1))).toMatchObject([
    { field: 'amount', message: expect.stringContaining('Комиссия площадки') },
  ]);
});
