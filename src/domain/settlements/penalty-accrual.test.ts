import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import type { RateRow, Rates } from '../rates/rates.ts';
import { addDays, type Day, daysBetween, toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { debtOnDay } from './debt-on-day.ts';
import type { DebtPartCode } from './debt-structure.ts';
import { dailyPenalty, type PenaltyRule, penaltyFor } from './penalty.ts';
import {
  type AgreedPenalty,
  lawfulTerms,
  openPenalty,
  overdueKopeckDays,
  type PenaltyTerm,
  penaltyBase,
  penaltyBy,
  type RowLife,
  recounted,
} from './penalty-accrual.ts';

const k = kopecks;
const due = toDay('2026-01-15');
const since = toDay('2026-01-01');
const DAILY: PenaltyRule = { per: 'day', rateBps: 10 };
const terms: readonly PenaltyTerm[] = [{ since, rule: DAILY }];
const on = (days: number): Day => addDays(due, days);
const row = (amount: number, changes: Partial<RowLife> = {}): RowLife => ({
  dueDate: due,
  amount: k(amount),
  from: null,
  until: null,
  money: [],
  ...changes,
});
const got = (days: number, amount: number) => ({ day: on(days), amount });

describe('11 666,67 overdue, 0,1 % a day', () => {
  const late = [row(1_166_667)];
  test.each([
    [0, 0],
    [1, 1_167],
    [17, 19_833],
    [-3, 0],
  ])('after %i days it is %i', (days, penalty) => expect(penaltyBy(late, terms, on(days))).toBe(penalty));

  test('20 % a year for 17 days is 108,68', () =>
    expect(penaltyBy(late, [{ since, rule: { per: 'year', rateBps: 2000 } }], on(17))).toBe(10_868));

  test.each([
    ['before it was late', [{ since: on(-9), until: on(0) }], 19_833],
    ['from the day before', [{ since: on(0), until: null }], 0],
    ['from the first day', [{ since: on(1), until: null }], 0],
    ['from the third day', [{ since: on(3), until: null }], 2_333],
    ['two days of it', [{ since: on(3), until: on(4) }], 17_500],
    [
      'two times',
      [
        { since: on(3), until: on(4) },
        { since: on(17), until: on(30) },
      ],
      16_333,
    ],
    ['afterwards', [{ since: on(18), until: null }], 19_833],
  ])('free %s, after 17 days', (_, free, penalty) => expect(penaltyBy(late, terms, on(17), free)).toBe(penalty));

  test('without a rule it is nothing', () => expect(penaltyBy(late, [{ since, rule: null }], on(17))).toBe(0));
});

describe('the overdue sum of each day', () => {
  const days = (lives: readonly RowLife[], to: number, from = since) => overdueKopeckDays(lives, from, on(to));

  test('the day of a payment still counts on the sum before it', () => {
    expect(days([row(100, { money: [got(3, 40)] })], 5)).toBe(100n * 3n + 60n * 2n);
    expect(days([row(100, { money: [got(3, 100)] })], 5)).toBe(300n);
    expect(days([row(100, { money: [got(0, 100)] })], 5)).toBe(0n);
    expect(days([row(100, { money: [got(-9, 30)] })], 2)).toBe(140n);
  });

  test('money that went back counts as overdue from the day after, not for the days it was here', () =>
    expect(days([row(100, { money: [got(-1, 100), got(4, -100)] })], 6)).toBe(200n));

  test('a row that an addendum has replaced counts up to its day, the new one from its own', () => {
    const old = row(100, { until: on(5) });
    const fresh = row(100, { dueDate: on(10), from: on(5) });
    expect(days([old, fresh], 12)).toBe(100n * 5n + 100n * 2n);
  });

  test('of a row paid in part and kept as paid nothing counts, until its money goes back', () => {
    const kept = row(40, { from: on(5), money: [got(2, 40)] });
    expect(days([kept], 9)).toBe(0n);
    expect(days([{ ...kept, money: [...kept.money, got(7, -40)] }], 9)).toBe(80n);
  });

  test('is never below zero, however late money is told of', () =>
    expect(days([row(100, { money: [got(2, 100), got(4, -100), got(-5, 100)] })], 9)).toBe(0n));
});

test('under a new rule of an addendum the days before keep their own', () => {
  const changed: PenaltyTerm[] = [...terms, { since: on(10), rule: dailyPenalty(5) }, { since: on(20), rule: null }];
  const late = [row(1_000_000)];
  expect(penaltyBy(late, changed, on(10))).toBe(10_000);
  expect(penaltyBy(late, changed, on(20))).toBe(15_000);
  expect(penaltyBy(late, changed, on(90))).toBe(15_000);
});

describe('the penalty of utilities', () => {
  const late = [row(1_000_000)];
  const agreed: AgreedPenalty[] = [{ since, rule: dailyPenalty(100), interestAccrues: false }];
  const counted = (kind: 'utilities' | 'telecom' | 'other', days: number, rates = KNOWN_RATES) =>
    penaltyBy(late, lawfulTerms(agreed, { contractKind: kind, consumer: false }, rates), on(days));

  test('begins on day 31, whatever was agreed before the law was kept', () => {
    expect(counted('utilities', 30)).toBe(0);
    // 10 000 ₽ for ten days at 11,55 % a year
    expect(counted('utilities', 40)).toBe(3_164);
  });
  test('falls with the key rate from its day on', () => {
    const fallen: RateRow = { kind: 'keyRate', key: '', from: on(36), value: { rateBps: 300 }, source: 'test' };
    // five days at 11,55 % a year, five at 3,65 %
    expect(counted('utilities', 40, [...KNOWN_RATES, fallen])).toBe(2_082);
  });
  test('does not rise by a key rate that nobody has renewed for three months', () => {
    // The ceiling of 9,5 % ends with the year, and the last key rate that is known is of February.
    const due = toDay('2026-11-01');
    const rows = [{ ...row(1_000_000), dueDate: due }];
    const to = toDay('2027-01-31');
    const by = (rates: Rates) =>
      penaltyBy(
        rows,
        lawfulTerms(
          [{ since: due, rule: dailyPenalty(100), interestAccrues: false }],
          { contractKind: 'utilities', consumer: false },
          rates,
        ),
        to,
      );
    const fresh: RateRow = {
      kind: 'keyRate',
      key: '',
      from: toDay('2026-12-20'),
      value: { rateBps: 1550 },
      source: '',
    };
    // 61 days at 11,55 %: 1.12.–31.01.
    expect(by(KNOWN_RATES)).toBe(19_303);
    expect(by([...KNOWN_RATES, fresh])).toBeGreaterThan(19_303);
    // A row of 02.10. is three months old on 02.01.: only the first of January counts at 18,85 %.
    const old: RateRow = { ...fresh, from: toDay('2026-10-02') };
    expect(by([...KNOWN_RATES, old])).toBe(19_503);
  });
  test('of telecom is none, of others as agreed', () => {
    expect(counted('telecom', 90)).toBe(0);
    expect(counted('other', 1)).toBe(10_000);
  });
});

// 353-ФЗ, ст. 5, ч. 21: agreements about what a lender calls «Прочее» were made without its ceiling (docs/decisions/0129).
test.each([
  ['a loan without interest: 0,1 % a day', true, false, 10_000],
  ['a loan with interest: 20 % a year', true, true, 5_479],
  ['no loan: as agreed', false, false, 100_000],
])('the penalty of an agreement of before about %s', (_, consumer, interestAccrues, sum) => {
  const agreed: AgreedPenalty[] = [{ since, rule: dailyPenalty(100), interestAccrues }];
  const lawful = lawfulTerms(agreed, { contractKind: 'other', consumer }, KNOWN_RATES);
  expect(penaltyBy([row(1_000_000)], lawful, on(10))).toBe(sum);
});

test('a new schedule without interest changes no ceiling of the days before it', () => {
  const agreed: AgreedPenalty[] = [
    { since, rule: dailyPenalty(100), interestAccrues: true },
    { since: on(10), rule: dailyPenalty(100), interestAccrues: false },
  ];
  const lawful = lawfulTerms(agreed, { contractKind: 'other', consumer: true }, KNOWN_RATES);
  // 10 000 ₽ for ten days at 20 % a year, then for ten more at 0,1 % a day.
  expect(penaltyBy([row(1_000_000)], lawful, on(10))).toBe(5_479);
  expect(penaltyBy([row(1_000_000)], lawful, on(20))).toBe(5_479 + 10_000);
});

test('counted again it never falls below what was paid or given up', () => {
  const sums = { accrued: k(100), paid: k(30), waived: k(20) };
  expect(openPenalty(recounted(sums, k(70)))).toBe(20);
  expect(openPenalty(recounted(sums, k(10)))).toBe(0);
});

const moneyOf = fc.array(
  fc.record({ day: fc.integer({ min: -20, max: 60 }), amount: fc.integer({ min: 1, max: 900_000 }) }),
  {
    maxLength: 5,
  },
);
const ruleOf = fc.record({
  per: fc.constantFrom('day' as const, 'year' as const),
  rateBps: fc.integer({ min: 1, max: 3650 }),
});

test('postings of any split of the days add up to one posting of them all', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 10 }),
      ruleOf,
      fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 20 }),
      (amount, rule, marks) => {
        const days = marks.toSorted((a, b) => a - b);
        const late = [row(amount)];
        let posted = 0;
        for (const day of days) {
          const change = penaltyBy(late, [{ since, rule }], on(day)) - posted;
          expect(change).toBeGreaterThanOrEqual(0);
          posted += change;
        }
        expect(posted).toBe(penaltyFor(rule, BigInt(amount) * BigInt(days.at(-1)!)));
      },
    ),
  );
});

test('it is that of the debt on a day, whatever was paid and when', () => {
  const schedule = [0, 14, 40].map((days, index) => ({
    no: index + 1,
    plannedDate: on(days),
    dueDate: on(days),
    principal: k(500_000),
    interest: k(1_001),
    amount: k(501_001),
  }));
  fc.assert(
    fc.property(moneyOf, ruleOf, fc.integer({ min: 0, max: 90 }), (money, rule, last) => {
      const incoming = money.map(({ day, amount }) => ({ day: on(day), amount: k(amount) }));
      const standing = debtOnDay({ schedule, incoming, rule }, on(last));
      const taken = standing.allocations.flatMap(({ day, rows }) => rows.map((part) => ({ ...part, day })));
      const lives = schedule.map(({ no, dueDate, amount }) => ({
        ...row(amount, { dueDate }),
        money: taken
          .filter((part) => part.no === no)
          .map(({ day, principal, interest }) => ({ day, amount: principal + interest })),
      }));
      expect(daysBetween(since, due)).toBeGreaterThan(0);
      expect(penaltyBy(lives, [{ since: on(-30), rule }], on(last))).toBe(standing.penalty.accrued);
    }),
  );
});

describe('the base of a penalty is the loan and its interest alone', () => {
  const part = (code: DebtPartCode, remains: number) => ({ code, remains: kopecks(remains) });
  const of = (principal: number, interest: number) => ({ principal: kopecks(principal), interest: kopecks(interest) });

  test.each([
    ['all is the loan', of(1_000, 200), [part('principal', 3_000)], 1_200],
    ['with its interest', of(1_000, 0), [part('principal', 2_000), part('interest_overdue', 1_000)], 1_000],
    [
      'a third is penalty and costs',
      of(1_000, 200),
      [part('principal', 2_000), part('penalty', 600), part('legal_costs', 400)],
      866,
    ],
    ['nothing of it is the loan', of(1_000, 0), [part('legal_costs', 1_000)], 0],
  ])('%s', (_, row, remains, base) => expect(penaltyBase(row, remains)).toBe(base));

  test('it counts by the share of the row', () => {
    const half = row(1_000, { bearing: kopecks(500) });
    expect(overdueKopeckDays([half], since, on(20)) * 2n).toBe(overdueKopeckDays([row(1_000)], since, on(20)));
  });
});
