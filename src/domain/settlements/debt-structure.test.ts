import { describe, expect, test } from 'vitest';
import { type ClaimPart, claimParts } from '../money/debt-parts.ts';
import { registryColumns } from '../registries/registry-columns.ts';
import { DEBT_STRUCTURE, debtOfClaim } from './debt-structure.ts';

describe('the parts of a claim', () => {
  test('are the columns of a registry of which its total is the sum', () => {
    const debt = registryColumns.full.filter(({ rule }) => rule.kind === 'component');
    expect(claimParts).toEqual(debt.map(({ code }) => code));
  });

  test('stand as a debt in the order in which it is shown; what is not owed is left out', () => {
    const sums: Record<ClaimPart, number> = {
      courtCost: 6,
      fee: 5,
      penalty: 4,
      interestOverdue: 0,
      interest: 2,
      principal: 1,
    };
    expect(debtOfClaim((part) => sums[part])).toEqual([
      { code: 'principal', amount: 1 },
      { code: 'interest', amount: 2 },
      { code: 'penalty', amount: 4 },
      { code: 'fee', amount: 5 },
      { code: 'legal_costs', amount: 6 },
    ]);
  });

  test.each([0.5, Number.NaN])('%d kopecks are no sum', (amount) => {
    expect(() => debtOfClaim(() => amount)).toThrow();
  });
});

test('no two parts of a debt share a name, long or short', () => {
  for (const names of [DEBT_STRUCTURE.map(({ label }) => label), DEBT_STRUCTURE.map(({ short }) => short)])
    expect(new Set(names).size).toBe(DEBT_STRUCTURE.length);
});
