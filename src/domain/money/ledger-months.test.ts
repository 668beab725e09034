import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, type Day, toDay } from '../values/days.ts';
import { monthEnd, monthOf } from '../values/months.ts';
import { inLedgerDays, type LedgerCalendar, ledgerMonthMachine, ledgerMonths, monthObstacle } from './ledger-months.ts';

const day = fc.integer({ min: 0, max: 4_000 }).map((count) => addDays(toDay('2024-01-01'), count));

test('a closed month is opened by nobody', () => {
  expect(ledgerMonthMachine.reachable().toSorted()).toEqual([...ledgerMonthMachine.statuses].toSorted());
  for (const move of ['begin', 'close'] as const) expect(ledgerMonthMachine.canMove('closed', move)).toBe(false);
  expect(ledgerMonthMachine.canMove('closing', 'begin')).toBe(false);
});

test('each day is in one month, from its first day to its last', () => {
  fc.assert(
    fc.property(day, (one) => {
      const month = monthOf(one);
      expect(month <= one && one <= monthEnd(month)).toBe(true);
      expect(addDays(monthEnd(month), 1)).toBe(addMonths(month, 1));
      expect(monthOf(monthEnd(month))).toBe(month);
    }),
  );
  expect(monthEnd(toDay('2028-02-01'))).toBe('2028-02-29');
});

test('months go on from the first business day to the open one without a gap', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 900 }), (first, length) => {
      const open = addDays(first, length);
      const months = ledgerMonths({ first, open });
      expect([months[0], months.at(-1)]).toEqual([monthOf(first), monthOf(open)]);
      expect(months.slice(1)).toEqual(months.slice(0, -1).map((month) => addMonths(month, 1)));
    }),
  );
});

test('days that no ledger has are the nearest that it may have', () => {
  for (const [day, expected] of [
    ['0001-01-01', '2000-01-01'],
    ['2026-11-27', '2026-11-27'],
    ['9999-12-31', '2999-12-31'],
  ] as const) {
    expect(inLedgerDays(toDay(day))).toBe(expected);
  }
});

describe('a month may be closed', () => {
  const at: LedgerCalendar = {
    first: toDay('2026-09-14'),
    open: toDay('2026-12-01'),
    closed: toDay('2026-09-01'),
    isClosing: false,
  };
  const cases: [month: string, calendar: Partial<LedgerCalendar>, expected: string | null][] = [
    ['2026-10-01', {}, null],
    ['2026-09-01', { closed: null }, null],
    ['2026-11-01', { closed: toDay('2026-10-01') }, null],
    ['2026-11-01', { closed: toDay('2026-10-01'), open: toDay('2026-11-30') }, 'not_sealed'],
    ['2026-12-01', { closed: toDay('2026-11-01') }, 'not_sealed'],
    ['2027-01-01', {}, 'not_sealed'],
    ['9999-12-01', {}, 'not_sealed'],
    ['0001-01-01', {}, 'before_all'],
    ['2026-11-01', {}, 'earlier_open'],
    ['2026-10-01', { closed: null }, 'earlier_open'],
    ['2026-10-01', { isClosing: true }, 'earlier_closing'],
    ['2026-11-01', { isClosing: true }, 'earlier_open'],
    ['2026-09-01', {}, 'closed'],
    ['2026-08-01', {}, 'before_all'],
    ['2026-08-01', { closed: null }, 'before_all'],
  ];
  test.each(cases)('%s %o: %s', (month, calendar, expected) => {
    expect(monthObstacle(toDay(month), { ...at, ...calendar })).toBe(expected);
  });

  test('one at a time: closed in their order all but the open one are closed, and no other way', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), (first, length) => {
        const open = addDays(first, length);
        const months = ledgerMonths({ first, open });
        let closed: Day | null = null;
        for (const month of months.slice(0, -1)) {
          const able = months.filter((one) => monthObstacle(one, { first, open, closed, isClosing: false }) === null);
          expect(able).toEqual([month]);
          closed = month;
        }
        expect(months.every((one) => monthObstacle(one, { first, open, closed, isClosing: false }) !== null)).toBe(
          true,
        );
      }),
    );
  });
});
