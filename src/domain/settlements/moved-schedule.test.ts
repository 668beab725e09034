import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { movedPlan, movedRows, pauseUntil } from './moved-schedule.ts';

const row = (day: string, principal: number, interest = 0) => ({
  plannedDate: toDay(day),
  principal: kopecks(principal),
  interest: kopecks(interest),
});
const plain = { calendar: KNOWN_CALENDAR, after: 0, interest: null };
const days = (rows: ReturnType<typeof movedRows>) => rows.map(({ plannedDate }) => plannedDate);

test.each([
  ['2026-11-25', 1, '2026-12-24'],
  ['2026-11-25', 6, '2027-05-24'],
  ['2026-08-31', 6, '2027-02-27'],
  ['2024-08-31', 6, '2025-02-27'],
])('a pause since %s of %i months lasts until %s', (since, months, until) =>
  expect(pauseUntil({ since: toDay(since), months })).toBe(until),
);

describe('rows of a schedule', () => {
  const rows = [row('2026-12-15', 100, 10), row('2027-01-15', 200, 5)];

  test('move by the months of the pause with all their sums', () => {
    const moved = movedRows(rows, { since: toDay('2026-11-25'), months: 2 }, { ...plain, after: 3 });
    expect(moved).toMatchObject([
      { no: 4, plannedDate: '2027-02-15', dueDate: '2027-02-15', principal: 100, interest: 10, amount: 110 },
      { no: 5, plannedDate: '2027-03-15', dueDate: '2027-03-15', principal: 200, interest: 5, amount: 205 },
    ]);
  });

  test('that are late move so that the first falls after the pause, and keep their distance', () => {
    const late = [row('2026-09-15', 100), row('2026-10-15', 100), row('2026-12-15', 100)];
    const moved = movedRows(late, { since: toDay('2026-11-25'), months: 2 }, plain);
    expect(days(moved)).toEqual(['2027-02-15', '2027-03-15', '2027-05-15']);
  });

  test('are due on a working day', () => {
    const [only] = movedRows([row('2026-08-31', 100)], { since: toDay('2026-08-25'), months: 2 }, plain);
    expect(only).toMatchObject({ plannedDate: '2026-10-31', dueDate: '2026-11-02' });
  });

  test('bear the interest of the days moved in the last one, where it does not stop', () => {
    const moved = movedRows(
      rows,
      { since: toDay('2026-11-25'), months: 2 },
      { ...plain, interest: { rateBps: 1_000, on: kopecks(3_650_000) } },
    );
    // 36 500,00 at 10 % a year is 10,00 a day, 62 days.
    expect(moved.map(({ interest }) => interest)).toEqual([10, 62_005]);
  });

  test('bear none of the days before the pause: a row that was late by then has borne its own', () => {
    const moved = movedRows(
      [row('2026-09-25', 100)],
      { since: toDay('2026-11-25'), months: 1 },
      { ...plain, interest: { rateBps: 1_000, on: kopecks(3_650_000) } },
    );
    // From 25.11.2026 to 25.12.2026, 30 days, and not from 25.09.2026.
    expect(moved[0]).toMatchObject({ plannedDate: '2026-12-25', interest: 30_000 });
  });
});

test('the plan of moved rows is the one in force on new days', () => {
  const rows = movedRows(
    [row('2026-12-15', 100), row('2027-01-15', 101)],
    { since: toDay('2026-11-25'), months: 1 },
    plain,
  );
  const none = kopecks(0);
  const firstDate = toDay('2026-10-15');
  expect(movedPlan({ kind: 'at_once', amount: kopecks(9), firstDate }, rows, none)).toEqual({
    kind: 'at_once',
    amount: 201,
    firstDate: '2027-01-15',
  });
  const equal = { kind: 'equal', amount: kopecks(9), payments: 9, periodMonths: 1, firstDate } as const;
  expect(movedPlan({ ...equal, downPayment: kopecks(1) }, rows, none)).toEqual({
    ...equal,
    amount: 201,
    payments: 2,
    downPayment: 0,
    firstDate: '2027-01-15',
  });
  const custom = { kind: 'custom', amount: kopecks(9), parts: [] } as const;
  expect(movedPlan(custom, rows, none)).toMatchObject({
    amount: 201,
    parts: [
      { date: '2027-01-15', amount: 100 },
      { date: '2027-02-15', amount: 101 },
    ],
  });
  const annuity = { ...equal, kind: 'annuity', rateBps: 1_000, downPayment: none } as const;
  expect(movedPlan(annuity, rows, kopecks(50))).toMatchObject({ rateBps: 1_000, interestOn: 50 });
});
