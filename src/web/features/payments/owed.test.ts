import { describe, expect, test } from 'vitest';
import { boughtBy, owedOf } from './owed.ts';

const row = (amount: number, paid: number, status = 'planned') => ({ dueDate: '2027-01-15', amount, paid, status });

test('nobody is told to pay next more than what pays off all of it', () => {
  // The last payment has not earned all of its interest before its day.
  const of = { schedule: [row(100_00, 100_00, 'paid'), row(105_00, 0)], penaltyOpen: 3_00, payOff: 104_00 };
  expect(owedOf(of)).toMatchObject({ rest: 104_00, bySchedule: 108_00, isOnly: false, next: { rest: 101_00 } });
});

test('a payment in between is asked for whole, whatever is saved at the end', () => {
  const of = { schedule: [row(100_00, 40_00), row(105_00, 0)], penaltyOpen: 0, payOff: 160_00 };
  expect(owedOf(of)).toMatchObject({ rest: 160_00, bySchedule: 165_00, next: { rest: 60_00 } });
});

test('a node from before an update tells no other sum than that of the schedule', () => {
  expect(owedOf({ schedule: [row(50_00, 0)], penaltyOpen: 0 })).toMatchObject({ rest: 50_00, isOnly: true });
});

test('nothing is next where all is paid', () => {
  expect(owedOf({ schedule: [row(50_00, 50_00, 'paid')], penaltyOpen: 0, payOff: 0 })).toMatchObject({
    rest: 0,
    next: undefined,
  });
});

describe('what a sum paid ahead buys', () => {
  const on = (dueDate: string, amount: number, paid = 0, status = 'planned') => ({ dueDate, amount, paid, status });
  const schedule = [
    on('2026-11-15', 100_00, 100_00, 'paid'),
    on('2026-12-15', 100_00, 40_00),
    on('2027-01-15', 100_00),
    on('2027-02-15', 100_00),
  ];

  test.each([
    ['a part of the nearest payment', 10_00, { whole: 0, until: undefined, next: ['2026-12-15', 50_00] }],
    ['the nearest one', 60_00, { whole: 1, until: '2026-12-15', next: ['2027-01-15', 100_00] }],
    ['that and a part of the next', 90_00, { whole: 1, until: '2026-12-15', next: ['2027-01-15', 70_00] }],
    ['two of them', 160_00, { whole: 2, until: '2027-01-15', next: ['2027-02-15', 100_00] }],
  ] as const)('%s', (_, amount, { whole, until, next: [dueDate, rest] }) => {
    expect(boughtBy(schedule, amount)).toEqual({ whole, until, next: { dueDate, rest } });
  });

  test('all of it leaves nothing', () => {
    expect(boughtBy(schedule, 260_00)).toEqual({ whole: 3, until: '2027-02-15', next: undefined });
  });
});
