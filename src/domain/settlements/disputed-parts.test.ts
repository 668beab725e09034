import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import type { Debt } from './debt-structure.ts';
import { discountOf } from './discount.ts';
import { disputedOf, sameMarks, whyNotDisputed } from './disputed-parts.ts';
import { forgivenSum, incomeReportDay } from './forgiven-sum.ts';

const debt: Debt = [
  { code: 'principal', amount: kopecks(100_000) },
  { code: 'penalty', amount: kopecks(30_000) },
  { code: 'fee', amount: kopecks(0) },
  { code: 'legal_costs', amount: kopecks(5_000) },
];
const mark = (code: Debt[number]['code'], reason: string | null = null) => ({ code, reason });

test('costs of a court are not disputed, nor anything that bailiffs collect', () => {
  expect(whyNotDisputed('penalty', 'pretrial')).toBeNull();
  expect(whyNotDisputed('penalty', 'court')).toBeNull();
  expect(whyNotDisputed('penalty', null)).toBeNull();
  for (const code of ['court_fee', 'legal_costs'] as const) expect(whyNotDisputed(code, null)).toContain('суд');
  for (const { code } of debt) expect(whyNotDisputed(code, 'enforcement')).toContain('приставы');
});

test('of marks those count that the debt has and that may be made, in the order of the debt', () => {
  const marks = [mark('penalty', 'лишняя'), mark('principal'), mark('fee'), mark('legal_costs')];
  expect(disputedOf(debt, marks, null)).toEqual([mark('principal'), mark('penalty', 'лишняя')]);
  expect(disputedOf(debt, marks, 'enforcement')).toEqual([]);
});

test('marks are the same in any order, and others with another reason', () => {
  expect(sameMarks([mark('penalty'), mark('principal')], [mark('principal'), mark('penalty')])).toBe(true);
  expect(sameMarks([mark('penalty')], [mark('penalty', 'лишняя')])).toBe(false);
  expect(sameMarks([], [mark('penalty')])).toBe(false);
});

test.each([
  [[], 'may', 45_000, 0],
  [[mark('principal')], 'part', 30_000, 15_000],
  [[mark('penalty')], 'part', 15_000, 30_000],
  [[mark('penalty'), mark('principal')], 'disputed', 0, 45_000],
] as const)('with %j disputed what is forgiven is: %s', (marks, income, acknowledged, disputed) => {
  const sum = forgivenSum(discountOf(debt, kopecks(90_000)), marks);
  expect(sum).toMatchObject({ forgiven: 45_000, income, acknowledged, disputed });
  expect(sum.parts.map(({ code, amount }) => [code, amount])).toEqual([
    ['principal', 15_000],
    ['penalty', 30_000],
  ]);
});

test('an income is reported by 25 February of the next year', () =>
  expect([incomeReportDay(toDay('2026-01-01')), incomeReportDay(toDay('2026-12-31'))]).toEqual([
    '2027-02-25',
    '2027-02-25',
  ]));
