import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { kopecks, sumKopecks } from '../values/money.ts';
import { allocateToSchedule } from './allocation.ts';

test('in a settlement the oldest row is first, its interest before principal, the penalty last', () => {
  const open = [
    { no: 2, interest: kopecks(10), principal: kopecks(90) },
    { no: 3, interest: kopecks(5), principal: kopecks(95) },
  ];
  const penalty = kopecks(7);
  const row = (no: number, interest: number, principal: number) => ({ no, interest, principal });
  expect(allocateToSchedule(kopecks(4), open, penalty)).toEqual({ rows: [row(2, 4, 0)], penalty: 0, overpaid: 0 });
  expect(allocateToSchedule(kopecks(103), open, penalty)).toEqual({
    rows: [row(2, 10, 90), row(3, 3, 0)],
    penalty: 0,
    overpaid: 0,
  });
  expect(allocateToSchedule(kopecks(210), open, penalty)).toEqual({
    rows: [row(2, 10, 90), row(3, 5, 95)],
    penalty: 7,
    overpaid: 3,
  });
  expect(allocateToSchedule(kopecks(0), open, penalty)).toEqual({ rows: [], penalty: 0, overpaid: 0 });
});

test('a payment below zero is refused', () => {
  expect(() => allocateToSchedule(kopecks(-1), [], kopecks(0))).toThrow(RangeError);
});

test('nothing is lost and nothing taken beyond what is owed', () => {
  const sums = fc.integer({ min: 0, max: 10 ** 9 }).map(kopecks);
  const rows = fc.array(fc.record({ interest: sums, principal: sums }), { maxLength: 6 });
  fc.assert(
    fc.property(sums, rows, sums, (amount, owed, penalty) => {
      const open = owed.map((row, index) => ({ no: index + 1, ...row }));
      const taken = allocateToSchedule(amount, open, penalty);
      const sum = sumKopecks(taken.rows.flatMap(({ interest, principal }) => [interest, principal]));
      expect(sum + taken.penalty + taken.overpaid).toBe(amount);
      for (const { no, interest, principal } of taken.rows) {
        expect(interest).toBeLessThanOrEqual(open[no - 1]!.interest);
        expect(principal).toBeLessThanOrEqual(open[no - 1]!.principal);
      }
      if (taken.overpaid > 0) expect(taken.penalty).toBe(penalty);
    }),
  );
});
