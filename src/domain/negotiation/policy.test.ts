import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { type Debt, debtTotal } from '../settlements/debt-structure.ts';
import { discountOf, notForgivable } from '../settlements/discount.ts';
import { dailyPenalty } from '../settlements/penalty.ts';
import type { Plan } from '../settlements/plan.ts';
import { makeSchedule } from '../settlements/schedule.ts';
import { addDays, toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import type { Decision } from './decision.ts';
import { judgeOffer, judgeOwnOffer, judgeReschedule, type OfferToJudge } from './policy.ts';
import {
  type BandProblem,
  bandWithDefaults,
  checkBand,
  DEFAULT_BAND,
  offerDays,
  overlappingBands,
  type PolicyBand,
  pickBand,
  shareOf,
  structureOf,
} from './policy-band.ts';

const today = toDay('2026-11-20');
test.each([
  ['individual', 90, 14],
  ['individual', 3, 3],
  ['creditor', 90, 90],
] as const)('an offer of %s by conditions of %d days binds it for %d', (by, offerTtlDays, days) => {
  expect(offerDays(by, { offerTtlDays })).toBe(days);
  expect(offerDays(by, null)).toBe(7);
});

const DEBT: Debt = [
  { code: 'principal', amount: kopecks(8_000_000) },
  { code: 'penalty', amount: kopecks(1_900_000) },
  { code: 'court_fee', amount: kopecks(100_000) },
];
const BAND: PolicyBand = {
  ...DEFAULT_BAND,
  minLumpBps: 4000,
  minPlanBps: 6000,
  maxPayments: 6,
  minPayment: kopecks(500_000),
  minDownBps: 1000,
  maxDaysToFirst: 14,
  maxPlanDays: 200,
  autoAcceptBps: 8000,
  autoRejectBps: 2000,
  approvalBelowBps: 5000,
};

const lump = (amount: number, firstDate = '2026-11-25'): Plan => ({
  kind: 'at_once',
  amount: kopecks(amount),
  firstDate: toDay(firstDate),
});
const parts = (amount: number, payments: number, downPayment = 1_000_000): Plan => ({
  kind: 'equal',
  amount: kopecks(amount),
  downPayment: kopecks(downPayment),
  payments,
  firstDate: toDay('2026-11-25'),
  periodMonths: 1,
});
const terms = {
  amount: kopecks(8_000_000),
  downPayment: kopecks(1_000_000),
  periodMonths: 1,
  firstDate: toDay('2026-11-25'),
} as const;
const ask = (plan: Plan, more: Partial<OfferToJudge> = {}): OfferToJudge => ({
  plan,
  debt: DEBT,
  today,
  round: 1,
  creditorsLast: null,
  ...more,
});
const failed = ({ trace }: Decision) => trace.filter(({ holds }) => !holds).map(({ rule }) => rule);

describe('what is said of an offer for a debt of 100 000,00', () => {
  test.each<[string, Plan, Decision['kind'], string[]]>([
    ['all at once', lump(10_000_000), 'accept', []],
    ['from 80 % at once', lump(8_000_000), 'accept', []],
    ['a kopeck less', lump(7_999_999), 'by_hand', ['at_once']],
    ['50 %', lump(5_000_000), 'by_hand', ['at_once']],
    ['a kopeck less', lump(4_999_999), 'needs_approval', ['approval']],
    ['40 %, the least for one payment', lump(4_000_000), 'needs_approval', ['approval']],
    ['a kopeck less', lump(3_999_999), 'counter', ['minimum']],
    ['20 %', lump(2_000_000), 'counter', ['minimum']],
    ['a kopeck less', lump(1_999_999), 'reject', ['not_too_low']],
    ['more than the debt', lump(10_000_001), 'reject', ['sum']],
    ['less than may be forgiven', lump(99_999), 'reject', ['sum']],
    ['a plan for 80 %', parts(8_000_000, 6), 'accept', []],
    ['a plan for 60 %, the least for a plan', parts(6_000_000, 6), 'by_hand', ['at_once']],
    ['a plan a kopeck less', parts(5_999_999, 6), 'counter', ['minimum']],
    ['too many payments', parts(8_000_000, 7), 'counter', ['plan_days', 'payments']],
    ['too little down', parts(8_000_000, 6, 799_999), 'counter', ['down_payment']],
    ['payments too small', parts(8_000_000, 5, 6_000_000), 'counter', ['least_payment']],
    ['too late', lump(9_000_000, '2026-12-05'), 'counter', ['first_day']],
    ['in the past', lump(9_000_000, '2026-11-19'), 'counter', ['first_day']],
    ['a plan that cannot be', parts(8_000_000, 0), 'reject', ['schedule']],
  ])('%s: %s', (_, plan, kind, rules) => {
    const decision = judgeOffer(BAND, ask(plan));
    expect([decision.kind, failed(decision)]).toEqual([kind, rules]);
  });
});

describe('the answer with other terms', () => {
  const counter = (plan: Plan, more: Partial<OfferToJudge> = {}, band = BAND) => {
    const decision = judgeOffer(band, ask(plan, more));
    if (decision.kind !== 'counter') throw new Error(decision.kind);
    return decision.plan;
  };

  test('raises the sum to what needs no approval', () => {
    expect(counter(lump(3_000_000))).toEqual(lump(5_000_000));
    expect(counter(lump(3_000_000), {}, { ...BAND, approvalBelowBps: null })).toEqual(lump(4_000_000));
    expect(counter(parts(3_000_000, 3))).toEqual(parts(6_000_000, 3));
  });

  test('never asks for more than the creditor has asked for before', () => {
    expect(counter(lump(3_000_000), { creditorsLast: kopecks(4_500_000) })).toEqual(lump(4_500_000));
    expect(judgeOffer(BAND, ask(lump(3_900_000), { creditorsLast: kopecks(3_900_000) })).kind).toBe('needs_approval');
  });

  test('keeps what was right and mends the rest', () => {
    expect(counter(parts(8_000_000, 12, 0))).toEqual(parts(8_000_000, 6, 800_000));
    expect(counter(parts(7_000_000, 6, 6_000_000))).toEqual(parts(7_000_000, 2, 6_000_000));
    expect(counter(lump(9_000_000, '2027-03-01'))).toEqual(lump(9_000_000, '2026-12-04'));
    expect(counter(lump(9_000_000, '2026-01-01'))).toEqual(lump(9_000_000, '2026-11-20'));
  });

  test('counts interest by months, since its first day is another', () => {
    const { amount, downPayment, payments, periodMonths, firstDate } = { ...terms, payments: 9 };
    const rest = { kind: 'annuity', amount, downPayment, periodMonths, firstDate, rateBps: 1200 } as const;
    expect(counter({ ...rest, payments, accrueFrom: today })).toEqual({ ...rest, payments: 6 });
  });

  test('a small down payment is no small payment', () => {
    const band = { ...BAND, minDownBps: 0 };
    expect(judgeOffer(band, ask(parts(8_000_000, 6, 100))).kind).toBe('accept');
  });

  test('what the creditor himself has asked for is never too low', () => {
    const last = { creditorsLast: kopecks(1_500_000) };
    expect(judgeOffer(BAND, ask(lump(1_500_000), last)).kind).toBe('needs_approval');
    expect(judgeOffer(BAND, ask(lump(1_499_999), last)).kind).toBe('reject');
  });

  test('asks for one payment when no plan fits', () => {
    const band = { ...BAND, minPayment: kopecks(9_000_000) };
    expect(counter(parts(6_500_000, 6), {}, band)).toEqual(lump(6_500_000));
  });

  test("makes equal parts of a plan of one's own", () => {
    const own: Plan = {
      kind: 'custom',
      amount: kopecks(7_000_000),
      parts: [
        { date: toDay('2026-11-25'), amount: kopecks(6_999_000) },
        { date: toDay('2026-12-25'), amount: kopecks(1000) },
      ],
    };
    expect(counter(own)).toEqual(parts(7_000_000, 2, 700_000));
  });

  test('the last round is left to a person', () => {
    expect(judgeOffer(BAND, ask(lump(3_000_000), { round: 10 })).kind).toBe('by_hand');
    expect(judgeOffer(BAND, ask(lump(3_000_000), { round: 9 })).kind).toBe('counter');
  });
});

test('what is shown to both tells no share that the creditor keeps to himself', () => {
  for (const amount of [1_999_999, 3_000_000, 4_500_000, 7_000_000, 9_000_000]) {
    const { trace } = judgeOffer(BAND, ask(lump(amount)));
    for (const { rule, text } of trace) {
      expect(text.length).toBeGreaterThan(0);
      if (!['first_day', 'plan_days'].includes(rule)) expect(text).not.toMatch(/\d/);
    }
  }
  const { trace } = judgeOffer(BAND, ask(parts(8_000_000, 7, 100)));
  expect(trace.map(({ text }) => text.replaceAll('\u00A0', ' '))).toEqual([
    'Сумма в пределах долга',
    'График рассчитан',
    'Сумму можно обсуждать',
    'Первый платёж 25.11.2026, не позже 04.12.2026',
    'Последний платёж 25.06.2027, не позже 08.06.2027',
    'Платежей 7, не больше 6',
    'Наименьший платёж 11 428,42 ₽, не меньше 5 000,00 ₽',
    'Первый взнос 1,00 ₽, не меньше 8 000,00 ₽',
    'Сумма допустима',
  ]);
});

describe("what the creditor's employee offers", () => {
  test.each<[string, Plan, boolean]>([
    ['half in one payment', lump(5_000_000), true],
    ['below what he may', lump(4_999_999), false],
    ['a plan below the least', parts(5_999_999, 6), false],
    ['a plan', parts(6_000_000, 6), true],
    ['too many payments', parts(9_000_000, 8), false],
  ])('%s', (_, plan, free) => expect(judgeOwnOffer(BAND, ask(plan)).free).toBe(free));

  const current = dailyPenalty(10);
  test.each([
    [current, true],
    [dailyPenalty(9), false],
    [null, false],
  ])('of a penalty of 0,1 %% a day that leave %j: %s', (offered, free) => {
    const own = { ...ask(lump(8_000_000)), penalty: { current, offered } };
    expect(judgeOwnOffer(BAND, own).free).toBe(free);
    expect(judgeReschedule(BAND, own).every(({ holds }) => holds)).toBe(free);
  });

  test.each([
    [null, null, true],
    [null, 6, false],
    [6, 6, true],
    [6, 12, true],
    [6, 3, false],
  ])(
    'of conditions that let a payment be shifted once in %j, and terms that do once in %j: %s',
    (own, shiftEvery, free) => {
      expect(judgeOwnOffer({ ...BAND, shiftEvery: own }, { ...ask(lump(8_000_000)), shiftEvery }).free).toBe(free);
    },
  );
});

const bands: fc.Arbitrary<PolicyBand> = fc
  .record({
    shares: fc.tuple(...Array.from({ length: 5 }, () => fc.integer({ min: 0, max: 10_000 }))),
    maxPayments: fc.integer({ min: 1, max: 60 }),
    minPayment: fc.integer({ min: 0, max: 3_000_000 }).map(kopecks),
    minDownBps: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9999 })),
    maxDaysToFirst: fc.integer({ min: 0, max: 60 }),
    maxPlanDays: fc.integer({ min: 0, max: 1000 }),
  })
  .map(({ shares, ...terms }) => {
    const [reject = 0, plan = 0, lumpShare = 0, approval = 0, accept = 0] = shares.toSorted((a, b) => a - b);
    const given = { autoRejectBps: reject, approvalBelowBps: approval, autoAcceptBps: accept };
    return { ...DEFAULT_BAND, ...terms, ...given, minPlanBps: plan, minLumpBps: lumpShare };
  });
const offers: fc.Arbitrary<Plan> = fc
  .record({
    amount: fc.integer({ min: 100_000, max: 10_000_000 }).map(kopecks),
    payments: fc.integer({ min: 1, max: 60 }),
    down: fc.integer({ min: 0, max: 99_999 }).map(kopecks),
    days: fc.integer({ min: -5, max: 100 }),
    rateBps: fc.integer({ min: 1, max: 3000 }),
    kind: fc.constantFrom('at_once', 'equal', 'annuity'),
  })
  .map(({ amount, payments, down, days, rateBps, kind }) => {
    const firstDate = addDays(today, days);
    if (kind === 'at_once') return { kind, amount, firstDate };
    const plan = { amount, downPayment: down, payments, firstDate, periodMonths: 1 };
    return kind === 'equal' ? { kind, ...plan } : { kind, rateBps, ...plan };
  });

test('an answer with other terms is always one that the conditions allow, and no worse for its author', () => {
  const previous = fc.option(fc.integer({ min: 100_000, max: 10_000_000 }).map(kopecks), { nil: null });
  let answers = 0;
  fc.assert(
    fc.property(bands, offers, previous, (band, plan, creditorsLast) => {
      expect(checkBand(band)).toEqual([]);
      const asked = ask(plan, { creditorsLast });
      const decision = judgeOffer(band, asked);
      expect(judgeOffer(band, asked)).toEqual(decision);
      if (decision.kind !== 'counter') return;
      answers++;
      const answer = decision.plan;
      expect(makeSchedule(answer, KNOWN_CALENDAR).ok).toBe(true);
      expect(answer.amount).toBeGreaterThanOrEqual(plan.amount);
      expect(answer.amount).toBeLessThanOrEqual(debtTotal(DEBT));
      expect(answer.amount).toBeGreaterThanOrEqual(notForgivable(DEBT));
      if (creditorsLast !== null && plan.amount <= creditorsLast) {
        expect(answer.amount).toBeLessThanOrEqual(creditorsLast);
      }
      const own = judgeOffer(band, ask(answer, { creditorsLast }));
      expect(['counter', 'reject']).not.toContain(own.kind);
      if (creditorsLast === null) expect(own.kind).not.toBe('needs_approval');
    }),
    { numRuns: 1000 },
  );
  expect(answers).toBeGreaterThan(50);
});

test('the more is offered, the better it is received', () => {
  const order = ['reject', 'counter', 'needs_approval', 'by_hand', 'accept'];
  const place = (band: PolicyBand, amount: number) => order.indexOf(judgeOffer(band, ask(lump(amount))).kind);
  const amounts = fc.integer({ min: 100_000, max: 10_000_000 });
  fc.assert(
    fc.property(bands, amounts, amounts, (band, a, b) => {
      const open = { ...band, maxDaysToFirst: 30, maxPlanDays: 30 };
      expect(place(open, Math.min(a, b))).toBeLessThanOrEqual(place(open, Math.max(a, b)));
    }),
  );
});

describe('the band of a debt', () => {
  const fresh = { ...DEFAULT_BAND, dpdTo: 90 };
  const old = { ...DEFAULT_BAND, dpdFrom: 91 };
  const large = { ...old, debtFrom: kopecks(10_000_000), categoryId: 3 };
  const pick = (dpd: number, debt: number, categoryId: number | null = null) =>
    pickBand([fresh, old, large], { dpd, debt: kopecks(debt), categoryId });

  test('is chosen by days, sum and category, the category first', () => {
    expect(pick(0, 1)).toBe(fresh);
    expect(pick(90, 1)).toBe(fresh);
    expect(pick(91, 1)).toBe(old);
    expect(pick(91, 10_000_000, 3)).toBe(large);
    expect(pick(91, 9_999_999, 3)).toBe(old);
    expect(pick(91, 10_000_000, 4)).toBe(old);
    expect(pickBand([large], { dpd: 91, debt: kopecks(1), categoryId: null })).toBeNull();
  });

  test('is the only one', () => {
    expect(overlappingBands([fresh, old, large], { ...DEFAULT_BAND, dpdFrom: 90, dpdTo: 90 })).toEqual([fresh]);
    expect(overlappingBands([fresh, old, large], DEFAULT_BAND)).toEqual([fresh, old]);
    expect(overlappingBands([large], { ...large, debtFrom: kopecks(0), debtTo: kopecks(9_999_999) })).toEqual([]);
  });

  test('keeps its own order of forgiving', () => {
    const structure = structureOf({ ...BAND, componentOrder: ['principal'] });
    const { parts: shared } = discountOf(DEBT, kopecks(3_000_000), structure);
    expect(shared.map(({ forgiven }) => forgiven)).toEqual([7_000_000, 0, 0]);
    const debt: Debt = [...DEBT, { code: 'fee', amount: kopecks(500_000) }];
    const feeFirst = structureOf({ ...BAND, componentOrder: ['fee'] });
    const { parts: rest } = discountOf(debt, kopecks(9_000_000), feeFirst);
    expect(rest.map(({ forgiven }) => forgiven)).toEqual([0, 1_000_000, 0, 500_000]);
  });

  test.each([
    [3333, 10_000, 3333],
    [1, 10_000, 1],
    [3333, 1, 1],
    [9999, 3, 3],
  ])('%i bps of %i is at least %i', (bps, debt, least) => expect(shareOf(kopecks(debt), bps)).toBe(least));
});

describe('a wrong band is refused at its field', () => {
  test.each<[Partial<PolicyBand>, BandProblem['field']]>([
    [{ dpdFrom: -1 }, 'dpdFrom'],
    [{ dpdFrom: 10, dpdTo: 9 }, 'dpdTo'],
    [{ debtFrom: kopecks(-1) }, 'debtFrom'],
    [{ debtFrom: kopecks(10), debtTo: kopecks(9) }, 'debtTo'],
    [{ minLumpBps: 10_001 }, 'minLumpBps'],
    [{ minPlanBps: 0.5 }, 'minPlanBps'],
    [{ maxPayments: 0 }, 'maxPayments'],
    [{ maxPayments: 61 }, 'maxPayments'],
    [{ minPayment: kopecks(-1) }, 'minPayment'],
    [{ minDownBps: 10_000 }, 'minDownBps'],
    [{ maxDaysToFirst: -1 }, 'maxDaysToFirst'],
    [{ maxPlanDays: 40_000 }, 'maxPlanDays'],
    [{ offerTtlDays: 0 }, 'offerTtlDays'],
    [{ maxRounds: 0 }, 'maxRounds'],
    [{ autoRejectBps: 4001 }, 'autoRejectBps'],
    [{ autoAcceptBps: 3999 }, 'autoAcceptBps'],
    [{ autoAcceptBps: 4999 }, 'autoAcceptBps'],
    [{ approvalBelowBps: -1 }, 'approvalBelowBps'],
    [{ penaltyDayBps: 0 }, 'penaltyDayBps'],
    [{ penaltyDayBps: 101 }, 'penaltyDayBps'],
    [{ shiftEvery: 1 }, 'shiftEvery'],
    [{ shiftEvery: 61 }, 'shiftEvery'],
  ])('%j', (changed, field) =>
    expect(checkBand({ ...BAND, ...changed }).map((problem) => problem.field)).toContain(field),
  );

  test('a band of one day, one sum and one share is right', () => {
    const narrow = { dpdFrom: 5, dpdTo: 5, debtFrom: kopecks(7), debtTo: kopecks(7) };
    const shares = { minPlanBps: 4000, autoRejectBps: 4000, approvalBelowBps: 4000, autoAcceptBps: 4000 };
    expect(checkBand({ ...BAND, ...narrow, ...shares })).toEqual([]);
  });

  test('a band from before there was a penalty has none', () => {
    const { penaltyDayBps: _, ...before } = BAND;
    expect(bandWithDefaults(before)).toEqual(BAND);
  });

  test('what a new band begins with is right', () =>
    expect([checkBand(DEFAULT_BAND), checkBand(BAND)]).toEqual([[], []]));
});
