import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { addDays, toDay } from '../values/days.ts';
import { kopecks, MAX_AMOUNT } from '../values/money.ts';
import { dueBy } from './moved-schedule.ts';
import { firstDayProblems, lateStart, PLAN_KINDS, PLAN_LABELS, type Plan } from './plan.ts';
import { annuityPayment, makeSchedule, scheduleInterest, scheduleTotal } from './schedule.ts';

const regular = { downPayment: kopecks(0), firstDate: toDay('2026-01-31'), periodMonths: 1 } as const;
const credit = { ...regular, amount: kopecks(10_000_000), payments: 6, rateBps: 1200 } as const;

const rowsOf = (plan: Plan, calendar: typeof KNOWN_CALENDAR | null = KNOWN_CALENDAR) => {
  const schedule = makeSchedule(plan, calendar);
  if (!schedule.ok) throw new Error(schedule.problems.map(({ message }) => message).join());
  return schedule.rows;
};
const amounts = (plan: Plan) => rowsOf(plan).map(({ amount }) => amount);

describe('the sums of the domain rules', () => {
  test.each([
    [3_500_000, [1_166_667, 1_166_667, 1_166_666]],
    [1_000_001, [333_334, 333_334, 333_333]],
  ])('equal parts of %i', (amount, expected) =>
    expect(amounts({ ...regular, kind: 'equal', amount: kopecks(amount), payments: 3 })).toEqual(expected),
  );

  test('an annuity of 100 000,00 at 12 % over six months', () => {
    const rows = rowsOf({ ...credit, kind: 'annuity' });
    expect(rows.map(({ interest }) => interest)).toEqual([100_000, 83_745, 67_328, 50_746, 33_999, 17_084]);
    expect(rows.map(({ amount }) => amount)).toEqual([...Array<number>(5).fill(1_725_484), 1_725_482]);
    expect(scheduleTotal(rows)).toBe(10_352_902);
    expect(scheduleInterest(rows)).toBe(352_902);
  });

  test('the same, differentiated', () => {
    const rows = rowsOf({ ...credit, kind: 'differentiated' });
    expect(rows.map(({ amount }) => amount)).toEqual([
      1_766_666, 1_749_999, 1_733_333, 1_716_666, 1_699_999, 1_683_337,
    ]);
    expect(scheduleTotal(rows)).toBe(10_350_000);
  });

  test('an annuity whose rounding runs away is refused', () => {
    const terms = { ...regular, amount: kopecks(1_000_000), payments: 60, rateBps: 29_200 } as const;
    const payment = annuityPayment(terms.amount, terms);
    let balance = 1_000_000;
    for (let row = 1; row < 60; row++) balance -= payment - Math.round((balance * 29_200) / 120_000);
    expect(balance + Math.round((balance * 29_200) / 120_000)).toBe(-146_507);
    expect(makeSchedule({ ...terms, kind: 'annuity' }, KNOWN_CALENDAR)).toEqual({
      ok: false,
      problems: [{ field: 'rateBps', message: 'При такой ставке и сроке платёж не покрывает проценты' }],
    });
  });
});

describe('dates', () => {
  test('each is counted from the original day and shifted from days off, and both are kept', () => {
    const rows = rowsOf({ ...regular, kind: 'equal', amount: kopecks(500), payments: 5 });
    expect(rows.map(({ plannedDate, dueDate }) => [plannedDate, dueDate])).toEqual([
      ['2026-01-31', '2026-02-02'],
      ['2026-02-28', '2026-03-02'],
      ['2026-03-31', '2026-03-31'],
      ['2026-04-30', '2026-04-30'],
      ['2026-05-31', '2026-06-01'],
    ]);
  });

  test('the first is shifted too, the next ones still count from it unshifted', () => {
    const plan: Plan = { ...regular, kind: 'equal', amount: kopecks(2), payments: 2, firstDate: toDay('2026-01-01') };
    expect(rowsOf(plan).map(({ dueDate }) => dueDate)).toEqual(['2026-01-12', '2026-02-02']);
  });

  test('the shift can be switched off', () => {
    const [row] = rowsOf({ kind: 'at_once', amount: kopecks(1), firstDate: toDay('2026-01-31') }, null);
    expect(row).toMatchObject({ plannedDate: '2026-01-31', dueDate: '2026-01-31' });
  });

  test('a quarter is three months', () => {
    const rows = rowsOf({ ...regular, kind: 'equal', amount: kopecks(3), payments: 3, periodMonths: 3 });
    expect(rows.map(({ plannedDate }) => plannedDate)).toEqual(['2026-01-31', '2026-04-30', '2026-07-31']);
  });
});

test('one payment', () => {
  expect(rowsOf({ kind: 'at_once', amount: kopecks(777), firstDate: toDay('2026-11-20') })).toEqual([
    { no: 1, plannedDate: '2026-11-20', dueDate: '2026-11-20', principal: 777, interest: 0, amount: 777 },
  ]);
});

test('the down payment is the first row and the instalments are counted after it', () => {
  const down = { ...regular, downPayment: kopecks(1000), amount: kopecks(2000), payments: 3 } as const;
  expect(amounts({ ...down, kind: 'equal' })).toEqual([1000, 334, 333, 333]);
  const rows = rowsOf({ ...credit, kind: 'annuity', downPayment: kopecks(4_000_000), amount: kopecks(14_000_000) });
  expect(rows[0]).toMatchObject({ no: 1, principal: 4_000_000, interest: 0 });
  expect(rows.slice(1).map(({ interest }) => interest)).toEqual([100_000, 83_745, 67_328, 50_746, 33_999, 17_084]);
});

test('interest by days of a year of 365', () => {
  const rows = rowsOf({ ...credit, kind: 'annuity', accrueFrom: toDay('2025-12-31') });
  // 100 000,00 · 12 % · 31 / 365 for January; 28 days of the rest for February.
  expect(rows.slice(0, 2).map(({ interest }) => interest)).toEqual([101_918, 77_109]);
  const afterDown = rowsOf({
    ...credit,
    kind: 'differentiated',
    downPayment: kopecks(100),
    accrueFrom: toDay('2020-01-01'),
  });
  // Since the down payment of 31.01, not since 2020: 99 999,00 · 12 % · 28 / 365.
  expect(afterDown[1]).toMatchObject({ interest: 92_054, plannedDate: '2026-02-28' });
});

test("a plan of one's own keeps its days and sums", () => {
  const parts = [
    { date: toDay('2026-11-20'), amount: kopecks(10) },
    { date: toDay('2026-11-21'), amount: kopecks(5) },
  ];
  expect(rowsOf({ kind: 'custom', amount: kopecks(15), parts })).toMatchObject([
    { no: 1, dueDate: '2026-11-20', amount: 10 },
    { no: 2, plannedDate: '2026-11-21', dueDate: '2026-11-23', amount: 5 },
  ]);
});

describe('the bounds of a plan are within it', () => {
  const year = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ date: addDays(toDay('2026-01-01'), index), amount: kopecks(1) }));

  test.each<[string, Plan]>([
    ['the largest sum', { kind: 'at_once', amount: MAX_AMOUNT, firstDate: regular.firstDate }],
    ['the first day', { kind: 'at_once', amount: kopecks(1), firstDate: toDay('2000-01-01') }],
    ['the last day', { kind: 'at_once', amount: kopecks(1), firstDate: toDay('2199-12-31') }],
    [
      'the largest part',
      { kind: 'custom', amount: MAX_AMOUNT, parts: [{ date: regular.firstDate, amount: MAX_AMOUNT }] },
    ],
    ['sixty parts', { kind: 'custom', amount: kopecks(60), parts: year(60) }],
    ['sixty payments of a kopeck', { ...regular, kind: 'equal', amount: kopecks(60), payments: 60 }],
    [
      'a kopeck after the down payment',
      { ...regular, kind: 'equal', amount: kopecks(2), downPayment: kopecks(1), payments: 1 },
    ],
    ['interest from the first day', { ...credit, kind: 'annuity', accrueFrom: regular.firstDate }],
    ['the highest rate', { ...credit, kind: 'differentiated', rateBps: 100_000, periodMonths: 12 }],
  ])('%s', (_, plan) => expect(makeSchedule(plan, KNOWN_CALENDAR).ok).toBe(true));

  test('sixty-one parts are not', () => {
    expect(makeSchedule({ kind: 'custom', amount: kopecks(61), parts: year(61) }, KNOWN_CALENDAR)).toEqual({
      ok: false,
      problems: [{ field: 'parts', message: 'Число платежей: от 1 до 60' }],
    });
    expect(makeSchedule({ kind: 'custom', amount: kopecks(1), parts: [] }, KNOWN_CALENDAR)).toMatchObject({
      problems: [{ message: 'Число платежей: от 1 до 60' }, { message: 'Платежи должны составить 0,01\u00A0₽' }],
    });
  });
});

describe('a wrong plan is refused at its field', () => {
  const equal = { ...regular, kind: 'equal', amount: kopecks(1000), payments: 3 } as const;
  const part = (date: string, amount: number) => ({ date: toDay(date), amount: kopecks(amount) });
  const custom = (...parts: ReturnType<typeof part>[]) => ({ kind: 'custom', amount: kopecks(10), parts }) as const;
  const interest = { ...equal, kind: 'annuity', rateBps: 1200 } as const;

  test.each<[string, Plan, string]>([
    ['nothing to pay', { ...equal, amount: kopecks(0), downPayment: kopecks(0) }, 'amount'],
    ['below zero', { kind: 'at_once', amount: kopecks(-1), firstDate: regular.firstDate }, 'amount'],
    ['too large', { kind: 'at_once', amount: kopecks(MAX_AMOUNT + 1), firstDate: regular.firstDate }, 'amount'],
    ['too early', { kind: 'at_once', amount: kopecks(1), firstDate: toDay('1999-12-31') }, 'firstDate'],
    ['too late', { ...equal, firstDate: toDay('9999-12-31') }, 'firstDate'],
    ['all of it down', { ...equal, downPayment: kopecks(1000) }, 'downPayment'],
    ['less than nothing down', { ...equal, downPayment: kopecks(-1) }, 'downPayment'],
    ['fewer kopecks than payments', { ...equal, amount: kopecks(2) }, 'payments'],
    ['fewer kopecks than payments after the down payment', { ...equal, downPayment: kopecks(998) }, 'payments'],
    ['no payments', { ...equal, payments: 0 }, 'payments'],
    ['half a payment', { ...equal, payments: 1.5 }, 'payments'],
    ['too many payments', { ...equal, payments: 61 }, 'payments'],
    ['no period', { ...equal, periodMonths: 0 }, 'periodMonths'],
    ['a long period', { ...equal, periodMonths: 13 }, 'periodMonths'],
    ['an annuity without a rate', { ...interest, rateBps: 0 }, 'rateBps'],
    ['a rate out of all bounds', { ...interest, rateBps: 100_001 }, 'rateBps'],
    ['interest counted from after the first day', { ...interest, accrueFrom: toDay('2026-02-01') }, 'firstDate'],
    ['no parts', custom(), 'parts'],
    ['a part of nothing', custom(part('2026-01-01', 0), part('2026-01-02', 10)), 'parts'],
    ['parts out of order', custom(part('2026-01-02', 5), part('2026-01-01', 5)), 'parts'],
    ['two parts on a day', custom(part('2026-01-01', 5), part('2026-01-01', 5)), 'parts'],
    ['parts that do not add up', custom(part('2026-01-01', 5), part('2026-01-02', 6)), 'parts'],
    ['a part too late', custom(part('2200-01-01', 10)), 'parts'],
  ])('%s', (_, plan, field) => {
    const schedule = makeSchedule(plan, KNOWN_CALENDAR);
    expect(schedule.ok).toBe(false);
    if (!schedule.ok) expect(schedule.problems.map((problem) => problem.field)).toContain(field);
  });
});

test('every kind has a label', () => expect(Object.keys(PLAN_LABELS)).toEqual([...PLAN_KINDS]));

describe('the first day of terms made on 26.11.2026', () => {
  const today = toDay('2026-11-26');

  test('is not before it, at the field in which it is typed', () => {
    const past: Plan = { kind: 'at_once', amount: kopecks(1), firstDate: addDays(today, -1) };
    expect(firstDayProblems(past, today)).toEqual([
      { field: 'firstDate', message: 'Первый платёж не может быть в прошлом' },
    ]);
    const parts = [{ date: addDays(today, -1), amount: kopecks(1) }];
    expect(firstDayProblems({ kind: 'custom', amount: kopecks(1), parts }, today)).toMatchObject([{ field: 'parts' }]);
    expect(firstDayProblems({ kind: 'custom', amount: kopecks(1), parts: [] }, today)).toEqual([]);
  });

  test('more than a year off it is said what that means', () => {
    expect(lateStart(toDay('2027-11-26'), today)).toBeNull();
    expect(lateStart(toDay('2036-11-26'), today)).toContain('Первый платёж только 26.11.2036');
  });
});

// Decision 0215.
test('rows that were made by no calendar, or by one of before, fall due by the one that is known now', () => {
  const plan: Plan = {
    kind: 'equal',
    amount: kopecks(1_200_000),
    downPayment: kopecks(0),
    payments: 12,
    firstDate: toDay('2026-12-31'),
    periodMonths: 1,
  };
  expect(dueBy(rowsOf(plan, null), KNOWN_CALENDAR)).toEqual(rowsOf(plan, KNOWN_CALENDAR));
  expect(dueBy(rowsOf(plan, KNOWN_CALENDAR), KNOWN_CALENDAR)).toEqual(rowsOf(plan, KNOWN_CALENDAR));
});
