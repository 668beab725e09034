import { expect, test } from 'vitest';
import { owedOf } from './owed.ts';

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

test('of late payments their number is told, and the earliest first', () => {
  const schedule = [row(50_00, 50_00, 'paid'), row(60_00, 0, 'overdue'), row(70_00, 0, 'overdue'), row(80_00, 0)];
  expect(owedOf({ schedule, penaltyOpen: 0 }).next).toMatchObject({ rest: 60_00, isLate: true, late: 2 });
  expect(owedOf({ schedule: schedule.slice(3), penaltyOpen: 0 }).next).toMatchObject({ isLate: false, late: 0 });
});
