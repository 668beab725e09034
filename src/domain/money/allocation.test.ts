import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks, sumKopecks } from '../values/money.ts';
import { allocate, allocateToSchedule, allocationOrder, DUE_KINDS, type DueKind, type Dues } from './allocation.ts';

const ORDINARY = 'costs interest_overdue interest principal_overdue principal penalty other';

describe('the order', () => {
  test.each([
    [true, '2014-06-30', ORDINARY],
    [true, '2014-07-01', 'interest_overdue principal_overdue penalty interest principal costs other'],
    [true, '2024-06-30', 'interest_overdue principal_overdue penalty interest principal costs other'],
    [true, '2024-07-01', 'interest_overdue principal_overdue interest principal penalty costs other'],
    [true, '2026-11-20', 'interest_overdue principal_overdue interest principal penalty costs other'],
    [false, '2026-11-20', ORDINARY],
  ])('consumer %s, paid on %s', (consumer, day, order) =>
    expect(allocationOrder(consumer, toDay(day)).join(' ')).toBe(order),
  );

  test('each names every kind once', () => {
    for (const day of ['2014-01-01', '2020-01-01', '2025-01-01']) {
      expect([...allocationOrder(true, toDay(day))].sort()).toEqual([...DUE_KINDS].sort());
    }
  });
});

const dues = (all: Record<string, number>) => all as Dues;

describe('a payment of 100,00 with the penalty of the consumer', () => {
  const owed = dues({
    interest_overdue: 3000,
    principal_overdue: 5000,
    interest: 1500,
    principal: 9000,
    penalty: 2000,
  });
  test.each([
    ['2024-06-30', { interest_overdue: 3000, principal_overdue: 5000, penalty: 2000 }],
    ['2024-07-01', { interest_overdue: 3000, principal_overdue: 5000, interest: 1500, principal: 500 }],
  ])('on %s', (day, taken) =>
    expect(allocate(kopecks(10_000), owed, allocationOrder(true, toDay(day)))).toEqual({ taken, overpaid: 0 }),
  );
});

test('by the civil code costs come first', () => {
  const owed = dues({ costs: 400, interest: 300, principal: 1000, penalty: 50, other: 7 });
  const order = allocationOrder(false, toDay('2026-11-20'));
  expect(allocate(kopecks(500), owed, order).taken).toEqual({ costs: 400, interest: 100 });
  expect(allocate(kopecks(2000), owed, order)).toEqual({ taken: owed, overpaid: 243 });
});

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
  expect(() => allocate(kopecks(-1), {}, DUE_KINDS)).toThrow(RangeError);
  expect(() => allocateToSchedule(kopecks(-1), [], kopecks(0))).toThrow(RangeError);
});

test('nothing is lost and nothing taken beyond what is owed', () => {
  const sums = fc.integer({ min: 0, max: 10 ** 9 }).map(kopecks);
  const owed = fc.dictionary(fc.constantFrom(...DUE_KINDS), sums);
  const orders = fc.shuffledSubarray([...DUE_KINDS], { minLength: DUE_KINDS.length });
  fc.assert(
    fc.property(sums, owed, orders, (amount, found, order) => {
      const { taken, overpaid } = allocate(amount, found, order);
      expect(sumKopecks([...Object.values(taken), overpaid])).toBe(amount);
      const openKinds = order.filter((kind) => (found[kind] ?? 0) > (taken[kind] ?? 0));
      const [firstOpen] = openKinds;
      if (firstOpen)
        expect(order.slice(order.indexOf(firstOpen) + 1).every((kind: DueKind) => !taken[kind])).toBe(true);
      if (overpaid > 0) expect(openKinds).toEqual([]);
    }),
  );
});
