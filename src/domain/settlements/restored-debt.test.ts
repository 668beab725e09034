import { expect, test } from 'vitest';
import { kopecks } from '../values/money.ts';
import type { Debt, DebtPartCode } from './debt-structure.ts';
import { restoredDebt } from './restored-debt.ts';

const debt: Debt = [
  { code: 'principal', amount: kopecks(100_00) },
  { code: 'interest', amount: kopecks(20_00) },
  { code: 'interest_overdue', amount: kopecks(10_00) },
  { code: 'penalty', amount: kopecks(5_00) },
  { code: 'legal_costs', amount: kopecks(4_00) },
];
const rest = (paid: number, consumer: boolean) =>
  Object.fromEntries(restoredDebt(debt, kopecks(paid), { consumer }).map(({ code, amount }) => [code, amount]));
const whole: Partial<Record<DebtPartCode, number>> = {
  principal: 100_00,
  interest: 20_00,
  interest_overdue: 10_00,
  penalty: 5_00,
  legal_costs: 4_00,
};

test.each([
  ['nothing paid', 0, true, {}],
  ['a part of the overdue interest', 3_00, true, { interest_overdue: 7_00 }],
  ['the overdue interest', 10_00, true, { interest_overdue: 0 }],
  ['overdue interest and a part of the principal', 60_00, true, { interest_overdue: 0, principal: 50_00 }],
  [
    'the principal and a part of the other interest',
    115_00,
    true,
    { interest_overdue: 0, principal: 0, interest: 15_00 },
  ],
  ['all but the costs', 135_00, true, { interest_overdue: 0, interest: 0, principal: 0, penalty: 0 }],
  ['the costs come first outside of consumer credit', 5_00, false, { legal_costs: 0, interest_overdue: 9_00 }],
  [
    'the penalty comes last outside of consumer credit',
    134_00,
    false,
    { legal_costs: 0, interest_overdue: 0, interest: 0, principal: 0 },
  ],
] as const)('of a restored debt %s is taken: %i, consumer %s', (_, paid, consumer, changed) =>
  expect(rest(paid, consumer)).toEqual({ ...whole, ...changed }),
);

test('more than the debt leaves zeros, in the order of the debt', () =>
  expect(restoredDebt(debt, kopecks(500_00), { consumer: true })).toEqual(
    debt.map(({ code }) => ({ code, amount: 0 })),
  ));
