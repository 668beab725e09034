import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { addDays, toDay } from '../values/days.ts';
import { kopecks, sumKopecks } from '../values/money.ts';
import { debtOnDay, type IncomingPayment } from './debt-on-day.ts';
import type { PenaltyRule } from './penalty.ts';
import type { Plan } from './plan.ts';
import { makeSchedule, scheduleTotal } from './schedule.ts';

const DAILY: PenaltyRule = { per: 'day', rateBps: 10 };

const PLAN: Plan = {
  kind: 'equal',
  amount: kopecks(3_500_000),
  downPayment: kopecks(0),
  payments: 3,
  firstDate: toDay('2026-02-10'),
  periodMonths: 1,
};
const rowsOf = (plan: Plan) => {
  const schedule = makeSchedule(plan, KNOWN_CALENDAR);
  if (!schedule.ok) throw new Error('refused');
  return schedule.rows;
};
/** Due on 10.02, 10.03 and 10.04 of 2026, all working days: 11 666,67; 11 666,67; 11 666,66. */
const rows = rowsOf(PLAN);
const payment = (day: string, amount: number): IncomingPayment => ({ day: toDay(day), amount: kopecks(amount) });
const on = (day: string, ...incoming: IncomingPayment[]) =>
  debtOnDay({ schedule: rows, incoming, rule: DAILY }, toDay(day));

describe('without a payment', () => {
  test.each([
    ['2026-01-01', 0, 0, 0, ['planned', 'planned', 'planned']],
    ['2026-02-10', 0, 0, 0, ['due', 'planned', 'planned']],
    ['2026-02-11', 1_166_667, 1, 1167, ['overdue', 'planned', 'planned']],
    ['2026-02-27', 1_166_667, 17, 19_833, ['overdue', 'planned', 'planned']],
    ['2026-03-10', 1_166_667, 28, 32_667, ['overdue', 'due', 'planned']],
    ['2026-03-11', 2_333_334, 29, 35_000, ['overdue', 'overdue', 'planned']],
  ])('on %s', (day, overdue, daysOverdue, penalty, statuses) => {
    const found = on(day);
    expect(found).toMatchObject({ overdue, daysOverdue, principal: 3_500_000, received: 0, overpaid: 0 });
    expect(found.penalty).toEqual({ accrued: penalty, paid: 0, open: penalty });
    expect(found.rows.map(({ status }) => status)).toEqual(statuses);
  });

  test('without a rule there is no penalty', () => {
    expect(debtOnDay({ schedule: rows, incoming: [] }, toDay('2027-01-01')).penalty).toEqual({
      accrued: 0,
      paid: 0,
      open: 0,
    });
  });
});

test('the day of a payment counts on the old base, the rest is the base from the next day', () => {
  const paid = payment('2026-02-12', 1_000_000);
  expect(on('2026-02-12', paid).penalty.accrued).toBe(2333);
  // Two days on 11 666,67 and one on 1 666,67: 2,5000001 roubles.
  expect(on('2026-02-13', paid)).toMatchObject({ overdue: 166_667, penalty: { accrued: 2500 }, daysOverdue: 3 });
});

test('a payment goes to the rows in order, then to the penalty, the rest is overpaid', () => {
  const found = on('2026-02-27', payment('2026-02-27', 3_600_000));
  expect(found.allocations).toEqual([
    {
      day: '2026-02-27',
      amount: 3_600_000,
      rows: [
        { no: 1, principal: 1_166_667, interest: 0 },
        { no: 2, principal: 1_166_667, interest: 0 },
        { no: 3, principal: 1_166_666, interest: 0 },
      ],
      penalty: 19_833,
      overpaid: 80_167,
      addendum: 0,
    },
  ]);
  expect(found).toMatchObject({ principal: 0, overdue: 0, daysOverdue: 0, overpaid: 80_167 });
  expect(found.rows.every(({ status }) => status === 'paid')).toBe(true);
});

test('what comes later is not known on the day', () => {
  expect(on('2026-02-11', payment('2026-02-12', 3_500_000))).toMatchObject({ received: 0, overdue: 1_166_667 });
});

test('a payment in time leaves nothing overdue', () => {
  const found = on('2026-03-09', payment('2026-02-10', 1_166_667));
  expect(found).toMatchObject({ overdue: 0, daysOverdue: 0, penalty: { accrued: 0 } });
});

test('the interest of an overdue row is overdue and bears the penalty with the principal', () => {
  const schedule = rowsOf({ ...PLAN, kind: 'annuity', amount: kopecks(10_000_000), payments: 6, rateBps: 1200 });
  const found = debtOnDay({ schedule, incoming: [payment('2026-02-10', 50_000)], rule: DAILY }, toDay('2026-02-20'));
  // Of 17 254,84 the interest of 1 000,00 is half paid; ten days of 0,1 % of the rest.
  expect(found).toMatchObject({
    overdue: 1_675_484,
    interest: 302_902,
    principal: 10_000_000,
    penalty: { accrued: 16_755 },
  });
  const half = payment('2026-02-10', 1_625_484);
  const [row] = debtOnDay({ schedule, incoming: [half] }, toDay('2026-02-11')).rows;
  expect(row).toEqual({ no: 1, dueDate: '2026-02-10', principal: 100_000, interest: 0, status: 'overdue' });
});

describe('an addendum', () => {
  const rest = rowsOf({ ...PLAN, amount: kopecks(2_500_000), payments: 2, firstDate: toDay('2026-03-20') });
  const addendum = { day: toDay('2026-02-20'), rows: rest };
  const history = { schedule: rows, incoming: [payment('2026-02-20', 1_000_000)], addenda: [addendum], rule: DAILY };

  test('replaces what is open, the penalty before it stays', () => {
    const before = debtOnDay({ ...history, addenda: [] }, toDay('2026-02-20'));
    expect(before).toMatchObject({ overdue: 166_667, daysOverdue: 10, penalty: { accrued: 11_667 } });
    const after = debtOnDay(history, toDay('2026-03-20'));
    expect(after).toMatchObject({ overdue: 0, daysOverdue: 0, principal: 2_500_000, penalty: { open: 11_667 } });
    expect(after.rows.map(({ dueDate, status }) => [dueDate, status])).toEqual([
      ['2026-03-20', 'due'],
      ['2026-04-20', 'planned'],
    ]);
  });

  test('tells whose rows a payment went to', () => {
    const later = [...history.incoming, payment('2026-03-20', 1_250_000)];
    const { allocations } = debtOnDay({ ...history, incoming: later }, toDay('2026-03-21'));
    expect(allocations.map(({ addendum: whose }) => whose)).toEqual([0, 1]);
  });

  test('is not known before its day, and is refused when it does not add up', () => {
    expect(debtOnDay(history, toDay('2026-02-19')).rows).toHaveLength(3);
    expect(() => debtOnDay({ ...history, incoming: [] }, toDay('2026-02-20'))).toThrow(RangeError);
  });
});

/** The day by day count of the rule's words, against which the count by spans is compared. */
function naive(incoming: readonly IncomingPayment[], last: string) {
  let open = rows.map((row) => ({ due: row.dueDate, rest: row.amount as number }));
  let kopeckDays = 0n;
  for (let day = toDay('2026-01-01'); day <= last; day = addDays(day, 1)) {
    for (const row of open) if (row.due < day) kopeckDays += BigInt(row.rest);
    let left = sumKopecks(incoming.filter((found) => found.day === day).map(({ amount }) => amount)) as number;
    open = open.map((row) => {
      const taken = Math.min(left, row.rest);
      left -= taken;
      return { ...row, rest: row.rest - taken };
    });
  }
  return Number((kopeckDays * 10n * 2n + 10_000n) / 20_000n);
}

test('any history adds up, whatever the order it is told in', () => {
  const incoming = fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 150 }).map((count) => addDays(toDay('2026-01-01'), count)),
      amount: fc.integer({ min: 1, max: 2_000_000 }).map(kopecks),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(incoming, fc.integer({ min: 0, max: 200 }), (history, count) => {
      const last = addDays(toDay('2026-01-01'), count);
      const found = debtOnDay({ schedule: rows, incoming: history, rule: DAILY }, last);
      const received = sumKopecks(history.filter(({ day }) => day <= last).map(({ amount }) => amount));
      expect(found.received).toBe(received);
      const paid = scheduleTotal(rows) - found.principal - found.interest;
      expect(paid + found.penalty.paid + found.overpaid).toBe(received);
      expect(found.penalty.accrued).toBe(naive(history, last));
      expect(found.penalty.open).toBeGreaterThanOrEqual(0);
      const incoming = history.toSorted((a, b) => (a.day < b.day ? 1 : -1));
      const told = debtOnDay({ schedule: rows, incoming, rule: DAILY }, last);
      expect(told.penalty).toEqual(found.penalty);
    }),
  );
});
