import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { GROUNDS } from '#test/settlements/helpers/price.ts';
import { KNOWN_RATES } from '../../rates/known-rates.ts';
import { toDay } from '../../values/days.ts';
import { kopecks } from '../../values/money.ts';
import { DEBT_STRUCTURE, type Debt } from '../debt-structure.ts';
import { currentPenalty } from '../penalty.ts';
import { makeSchedule } from '../schedule.ts';
import { type Claimed, chargesLeft, chargesLimit, lawfulMost } from './charges-limit.ts';
import { type PriceGrounds, priceProblems } from './offer-price.ts';

const day = { today: toDay('2026-11-26'), rates: KNOWN_RATES };
/** A microloan of 10 000,00 for 30 days, issued on 01.05.2026. */
const SHORT: PriceGrounds = {
  ...GROUNDS,
  contractKind: 'microloan',
  contractDate: toDay('2026-05-01'),
  contractEnd: toDay('2026-05-31'),
  issuedAmount: kopecks(1_000_000),
  contractCharges: null,
};
const part = (code: Debt[number]['code'], amount: number) => ({ code, amount: kopecks(amount) });
const debt: Debt = [part('principal', 1_000_000), part('interest', 2_500_000), part('penalty', 1_000_000)];
const CLAIMED: Claimed = { debt, structure: DEBT_STRUCTURE, agreed: null };

/** What is said of a sum in equal parts. */
function problemsOf(amount: number, grounds: Partial<PriceGrounds> = {}, claimed: Partial<Claimed> = {}, fee = 0) {
  const terms = { payments: 12, downPayment: kopecks(0), periodMonths: 1, firstDate: toDay('2026-12-25') };
  const plan = { kind: 'equal', amount: kopecks(amount), ...terms } as const;
  const schedule = makeSchedule(plan, KNOWN_CALENDAR);
  if (!schedule.ok) throw new Error(schedule.problems[0]?.message);
  const price = { ...day, fee: kopecks(fee), claimed: { ...CLAIMED, ...claimed } };
  return priceProblems(plan, schedule.rows, { ...SHORT, ...grounds }, price);
}

// 353-ФЗ, ст. 5, ч. 24: 130 % of what was issued for contracts from 01.07.2023, 100 % from 01.04.2026.
test.each<[string, Partial<PriceGrounds>, number | null]>([
  ['of the last day of 130 %', { contractDate: toDay('2026-03-31') }, 1_300_000],
  ['of the first day of 100 %', { contractDate: toDay('2026-04-01') }, 1_000_000],
  ['of exactly a year', { contractEnd: toDay('2027-05-01') }, 1_000_000],
  ['of a day more', { contractEnd: toDay('2027-05-02') }, null],
  ['whose end is unknown', { contractEnd: null }, null],
  ['whose sum is unknown', { issuedAmount: null }, null],
  ['from before the first ceiling', { contractDate: toDay('2015-05-01') }, null],
  ['that a court has decided', { awarded: true }, null],
  ['of a lender that is called «Прочее»', { contractKind: 'other' }, 1_000_000],
  ['of whoever does not lend that is called so', { contractKind: 'other', right: 'none' }, null],
  ['for utilities', { contractKind: 'utilities', right: 'none' }, null],
])('all charges of a contract %s', (_, change, limit) =>
  expect(chargesLimit({ ...SHORT, ...change }, KNOWN_RATES)).toBe(limit),
);

describe('terms leave no more charges than the law lets a contract bear', () => {
  test('the whole claim is refused to both, in words with what may be agreed on', () => {
    const [problem, ...others] = problemsOf(4_500_000);
    expect([problem!.field, others]).toEqual(['amount', []]);
    expect(problem!.message.replaceAll('\u00A0', ' ')).toBe(
      'Процентов, неустойки и комиссий здесь 35 000,00 ₽; по этому договору закон разрешает не больше 10 000,00 ₽ (353-ФЗ, ст. 5, ч. 24): договоритесь не больше чем о 20 000,00 ₽, прощают не меньше 25 000,00 ₽',
    );
  });

  const kept = DEBT_STRUCTURE.map((one) => ({ ...one, forgivenAs: one.code === 'principal' ? 0 : one.forgivenAs }));
  test.each<[string, number, Parameters<typeof problemsOf>[1], Parameters<typeof problemsOf>[2], number, boolean]>([
    ['the limit to the kopeck', 2_000_000, {}, {}, 0, true],
    ['a kopeck more', 2_000_001, {}, {}, 0, false],
    ['with the fee of the platform within it', 1_900_000, {}, {}, 95_000, true],
    ['with the fee above it', 1_950_000, {}, {}, 50_001, false],
    ['of a writ', 4_500_000, { awarded: true }, {}, 0, true],
    ['of a sum that was agreed on before', 4_500_000, {}, { agreed: kopecks(4_500_000) }, 0, true],
    // The loan is forgiven first: 20 000,00 of charges are left.
    ['in another order', 2_000_000, {}, { structure: kept }, 0, false],
    ['in another order, as much as it takes', 1_000_000, {}, { structure: kept }, 0, true],
  ])('%s', (_, amount, grounds, claimed, fee, passes) =>
    expect(problemsOf(amount, grounds, claimed, fee)).toHaveLength(passes ? 0 : 1),
  );

  test('what is left of them, and the most that may be agreed on', () => {
    expect(chargesLeft(CLAIMED, kopecks(2_000_000))).toBe(1_000_000);
    expect(chargesLeft(CLAIMED, kopecks(500_000))).toBe(0);
    // While a sum is typed it may be one that nobody may agree on: it is refused by itself.
    const withCosts = { ...CLAIMED, debt: [...debt, part('court_fee', 500_000)] };
    expect([0, 300_000, 9_000_000].map((sum) => chargesLeft(withCosts, kopecks(sum)))).toEqual(
      Array(3).fill(3_500_000),
    );
    expect(lawfulMost(CLAIMED, SHORT, KNOWN_RATES)).toBe(2_000_000);
    expect(lawfulMost({ ...CLAIMED, structure: kept }, SHORT, KNOWN_RATES)).toBe(1_000_000);
    const costs = [...debt, part('legal_costs', 300_000)];
    expect(lawfulMost({ ...CLAIMED, debt: costs }, SHORT, KNOWN_RATES)).toBe(2_300_000);
    expect(lawfulMost(CLAIMED, { ...SHORT, contractEnd: null }, KNOWN_RATES)).toBe(4_500_000);
  });
});

test.each([
  [2_000_000, null],
  [1_999_999, { per: 'day', rateBps: 10 }],
])('terms of %i carry a penalty only where the charges leave room for one', (amount, penalty) => {
  const plan = { kind: 'at_once', amount: kopecks(amount), firstDate: toDay('2026-12-25') } as const;
  const table = { penalty: { per: 'day', rateBps: 10 }, consumer: true, grounds: SHORT, rates: KNOWN_RATES } as const;
  expect(currentPenalty({ ...table, claimed: CLAIMED }, plan, day.today)).toEqual(penalty);
  // By what was agreed before, whatever is left of it.
  const agreed = { ...CLAIMED, agreed: kopecks(amount) };
  expect(currentPenalty({ ...table, claimed: agreed }, { ...plan, amount: kopecks(100) }, day.today)).toEqual(penalty);
});
