import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kopecks, sumKopecks } from '../values/money.ts';
import { DEBT_PART_CODES, DEBT_STRUCTURE, type Debt, debtTotal } from './debt-structure.ts';
import { checkAgreed, discountOf, formatShare, notForgivable, shareBps } from './discount.ts';

const DEBT: Debt = [
  { code: 'principal', amount: kopecks(100_000) },
  { code: 'interest', amount: kopecks(20_000) },
  { code: 'interest_overdue', amount: kopecks(10_000) },
  { code: 'penalty', amount: kopecks(5000) },
  { code: 'fine', amount: kopecks(3000) },
  { code: 'fee', amount: kopecks(2000) },
  { code: 'court_fee', amount: kopecks(1000) },
  { code: 'legal_costs', amount: kopecks(500) },
];

const forgiven = (agreed: number) =>
  Object.fromEntries(
    discountOf(DEBT, kopecks(agreed))
      .parts.filter((part) => part.forgiven > 0)
      .map((part) => [part.code, part.forgiven]),
  );

describe('the parts are forgiven in their order', () => {
  test.each([
    [141_500, {}],
    [141_499, { penalty: 1 }],
    [136_500, { penalty: 5000 }],
    [134_500, { penalty: 5000, fine: 2000 }],
    [131_500, { penalty: 5000, fine: 3000, fee: 2000 }],
    [126_500, { penalty: 5000, fine: 3000, fee: 2000, interest_overdue: 5000 }],
    [111_500, { penalty: 5000, fine: 3000, fee: 2000, interest_overdue: 10_000, interest: 10_000 }],
    [1500, { penalty: 5000, fine: 3000, fee: 2000, interest_overdue: 10_000, interest: 20_000, principal: 100_000 }],
  ])('agreed %i', (agreed, expected) => expect(forgiven(agreed)).toEqual(expected));
});

test('the operator may forgive in another order and forbid a part', () => {
  const own = DEBT_STRUCTURE.map((kind) => {
    if (kind.code === 'interest') return { ...kind, forgivenAs: 0 };
    return kind.code === 'penalty' ? { ...kind, discountable: false } : kind;
  });
  const { parts } = discountOf(DEBT, kopecks(119_500), own);
  expect(parts.filter((part) => part.forgiven > 0)).toMatchObject([
    { code: 'interest', forgiven: 20_000, remains: 0 },
    { code: 'fine', forgiven: 2000, remains: 1000 },
  ]);
  expect(notForgivable(DEBT, own)).toBe(6500);
});

test.each([
  [0, 'Сумма указана неверно'],
  [-5, 'Сумма указана неверно'],
  [141_501, 'Сумма больше долга: 1 415,00 ₽'],
  [1499, 'Не меньше 15,00 ₽: госпошлина и судебные расходы не прощаются'],
  [1500, null],
  [141_500, null],
])('agreed %i: %s', (agreed, message) =>
  expect(checkAgreed(DEBT, kopecks(agreed))?.replaceAll('\u00A0', ' ') ?? null).toBe(message),
);

test('a sum that is refused has no discount', () => {
  expect(() => discountOf(DEBT, kopecks(141_501))).toThrow(RangeError);
});

test.each([
  [1, 3, 3333, '33,3 %'],
  [2, 3, 6666, '66,6 %'],
  [999_999, 1_000_000, 9999, '99,9 %'],
  [1, 1, 10_000, '100,0 %'],
  [0, 5, 0, '0,0 %'],
  [0, 0, 0, '0,0 %'],
  [5, 100_000, 0, '0,0 %'],
])('%i of %i is %i bps, shown as %s', (part, whole, bps, shown) => {
  expect(shareBps(kopecks(part), kopecks(whole))).toBe(bps);
  expect(formatShare(bps).replaceAll('\u00A0', ' ')).toBe(shown);
});

test('what is forgiven and what remains add up, whatever the debt', () => {
  const debts = fc.array(
    fc.record({
      code: fc.constantFrom(...DEBT_PART_CODES),
      amount: fc.integer({ min: 0, max: 10 ** 11 }).map(kopecks),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(debts, fc.double({ min: 0, max: 1, noNaN: true }), (debt, place) => {
      const least = Math.max(1, notForgivable(debt));
      const total = debtTotal(debt);
      fc.pre(total >= least);
      const agreed = kopecks(least + Math.floor((total - least) * place));
      const discount = discountOf(debt, agreed);
      expect(sumKopecks(discount.parts.map((part) => part.forgiven))).toBe(discount.forgiven);
      expect(sumKopecks(discount.parts.map((part) => part.remains))).toBe(agreed);
      expect(discount.parts.every((part) => part.forgiven >= 0 && part.remains >= 0)).toBe(true);
      expect(BigInt(discount.bps) * BigInt(total)).toBeLessThanOrEqual(BigInt(discount.forgiven) * 10_000n);
    }),
  );
});
