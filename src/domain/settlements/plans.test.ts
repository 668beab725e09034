import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { addDays, toDay } from '../values/days.ts';
import { kopecks, MAX_AMOUNT, sumKopecks } from '../values/money.ts';
import type { Plan } from './plan.ts';
import { makeSchedule, type ScheduleRow } from './schedule.ts';

/** How many random plans are drawn: `PLANS=1000000 npm run t -- src/domain/settlements/plans.test.ts` draws a million. */
const PLANS = Number(process.env.PLANS ?? 20_000);
const START = toDay('2024-01-01');

const size = fc.oneof(
  fc.integer({ min: 1, max: 200 }),
  fc.integer({ min: 1, max: 100_000_000 }),
  fc.integer({ min: 1, max: MAX_AMOUNT }),
);
const days = fc.integer({ min: 0, max: 3000 }).map((count) => addDays(START, count));

/** Days and sums written by hand: whatever they are, they have to be a plan or be refused for what is wrong with them. */
const custom: fc.Arbitrary<Plan> = fc
  .record({
    sums: fc.array(
      fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: Math.floor(MAX_AMOUNT / 61) })),
      {
        minLength: 1,
        maxLength: 60,
      },
    ),
    firstDate: days,
    gaps: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 60, maxLength: 60 }),
  })
  .map(({ sums, firstDate, gaps }) => {
    let date = firstDate;
    const parts = sums.map((sum, index) => {
      if (index > 0) date = addDays(date, gaps[index] ?? 1);
      return { date, amount: kopecks(sum) };
    });
    return { kind: 'custom', amount: sumKopecks(parts.map(({ amount }) => amount)), parts };
  });

const regular: fc.Arbitrary<Plan> = fc
  .record({
    kind: fc.constantFrom('at_once', 'equal', 'annuity', 'differentiated'),
    amount: size.map(kopecks),
    down: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9999 })),
    payments: fc.integer({ min: 1, max: 60 }),
    firstDate: days,
    periodMonths: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 })),
    rateBps: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 30_000 })),
    byDays: fc.boolean(),
  })
  .map(({ kind, down, byDays, rateBps, ...terms }) => {
    const regular = { ...terms, downPayment: kopecks(Number((BigInt(terms.amount) * BigInt(down)) / 10_000n)) };
    if (kind === 'at_once') return { kind, amount: terms.amount, firstDate: terms.firstDate };
    if (kind === 'equal') return { kind, ...regular };
    return { kind, ...regular, rateBps, ...(byDays ? { accrueFrom: addDays(terms.firstDate, -31) } : {}) };
  });

const plans = fc.oneof({ weight: 4, arbitrary: regular }, { weight: 1, arbitrary: custom });

/** Cheap comparisons: an assertion a row would make a million plans last for an hour. */
function faultOf(plan: Plan, rows: readonly ScheduleRow[]): string | null {
  if (sumKopecks(rows.map(({ principal }) => principal)) !== plan.amount) return 'the principals do not add up';
  const last = rows.at(-1)?.amount ?? 0;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (row.no !== index + 1) return 'a number is missing';
    if (row.amount !== row.principal + row.interest) return 'a row does not add up';
    if (row.amount <= 0 || row.principal < 0 || row.interest < 0) return 'a sum is below zero';
    if (before && row.plannedDate <= before.plannedDate) return 'the days do not grow';
    if (before && row.dueDate < before.dueDate) return 'the days due go back';
    if (row.dueDate < row.plannedDate || !KNOWN_CALENDAR.isWorkingDay(row.dueDate)) return 'due on a day off';
    if (before && before.interest < row.interest && index > 1 && !('accrueFrom' in plan)) {
      return 'interest grows though the balance falls';
    }
  }
  if (plan.kind === 'annuity') {
    const instalments = rows.slice(plan.downPayment > 0 ? 1 : 0);
    const [{ amount } = { amount: last }] = instalments;
    if (instalments.slice(0, -1).some((row) => row.amount !== amount)) return 'the payments of an annuity differ';
    if (last > 2 * amount && instalments.length > 1) return 'the last payment is out of proportion';
  }
  return null;
}

test(`${PLANS} random plans hold their rules to the kopeck`, { timeout: 3_600_000 }, () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const schedule = makeSchedule(plan, KNOWN_CALENDAR);
      if (schedule.ok) return faultOf(plan, schedule.rows) === null;
      const known = ['Платежей больше, чем копеек в сумме', 'При такой ставке и сроке платёж не покрывает проценты'];
      return schedule.problems.every(({ message }) => known.includes(message));
    }),
    { numRuns: PLANS },
  );
});

test('a plan by hand is kept to the letter, and refused when its payments miss the sum or its days go back', () => {
  fc.assert(
    fc.property(custom, fc.nat({ max: 59 }), (plan, at) => {
      if (plan.kind !== 'custom') return;
      const schedule = makeSchedule(plan, null);
      expect(schedule.ok && schedule.rows.map(({ dueDate, amount }) => ({ date: dueDate, amount }))).toEqual(
        plan.parts,
      );
      const refusal = (other: Plan) => {
        const found = makeSchedule(other, KNOWN_CALENDAR);
        return found.ok ? [] : found.problems.map(({ field }) => field);
      };
      expect(refusal({ ...plan, amount: kopecks(plan.amount + 1) })).toEqual(['parts']);
      if (plan.parts.length === 1) return;
      const turned = plan.parts.with(at % plan.parts.length, plan.parts[(at + 1) % plan.parts.length]!);
      const amount = sumKopecks(turned.map((part) => part.amount));
      expect(refusal({ ...plan, parts: turned, amount })).toEqual(['parts']);
    }),
  );
});

test('a plan is never refused when its sum, term and rate are ordinary', () => {
  const ordinary = fc.record({
    amount: fc.integer({ min: 100_000, max: 100_000_000 }).map(kopecks),
    payments: fc.integer({ min: 1, max: 36 }),
    rateBps: fc.integer({ min: 1, max: 6000 }),
  });
  fc.assert(
    fc.property(ordinary, fc.constantFrom('annuity', 'differentiated'), (terms, kind) => {
      const plan = { ...terms, kind, downPayment: kopecks(0), firstDate: START, periodMonths: 1 } as const;
      expect(makeSchedule(plan, KNOWN_CALENDAR).ok).toBe(true);
    }),
  );
});
