import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { addDays, toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { mostExplained, type RestoredClaim } from './explained-rise.ts';

const on = toDay('2026-11-26');
const CLAIM: RestoredClaim = {
  stage: 'pretrial',
  awarded: false,
  frozen: false,
  contractKind: 'microloan',
  right: 'lender',
  contractDate: toDay('2024-07-12'),
  contractEnd: toDay('2025-03-21'),
  issuedAmount: kopecks(3_000_000),
  rateBps: 29_200,
  principal: kopecks(3_000_000),
  interest: kopecks(1_000_000),
  overdueFrom: toDay('2025-01-21'),
  asOf: on,
  restored: true,
  charges: [kopecks(1_000_000)],
  left: kopecks(4_000_000),
  leftOn: on,
  total: kopecks(4_000_000),
};
const most = (change: Partial<RestoredClaim> = {}, day = on): number =>
  mostExplained({ ...CLAIM, ...change }, KNOWN_RATES, day);
const costs = 1_000_000;

describe('the most that a rise after a termination may be explained up to', () => {
  test('grows with the declared rate and the highest penalty, half a year ahead', () => {
    const long = { contractEnd: toDay('2030-01-01') };
    // 292 % and 20 % of 40 000,00 for 183 days.
    expect(most(long)).toBe(4_000_000 + Math.round((4_000_000 * 3.12 * 183) / 365) + costs);
    expect(most(long, addDays(on, 100))).toBe(4_000_000 + Math.round((4_000_000 * 3.12 * 283) / 365) + costs);
    // Nobody has declared a rate: 0,1 % a day of a penalty.
    expect(most({ ...long, rateBps: null })).toBe(4_000_000 + Math.round((4_000_000 * 0.365 * 183) / 365) + costs);
  });

  test('is never above what the law lets a short contract bear, however it was loaded since', () => {
    // 130 % of 30 000,00 less 10 000,00.
    expect(most()).toBe(4_000_000 + 2_900_000 + costs);
    expect(most({ total: kopecks(5_000_000), charges: [kopecks(2_000_000)] })).toBe(4_000_000 + 2_900_000 + costs);
    expect(most({ charges: [kopecks(3_900_000)] })).toBe(4_000_000 + costs);
  });

  test('leaves a tenth of the debt for a court, and something of a small one', () => {
    const left = kopecks(20_000_000);
    const dear = { left, total: left, charges: [kopecks(3_900_000)] };
    expect(most(dear)).toBe(20_000_000 + 2_000_000);
  });

  test('of services by the key rate, of another debt by the general bound', () => {
    const services = most({ contractKind: 'utilities', rateBps: null });
    expect(services).toBeGreaterThan(4_000_000 + costs);
    expect(services).toBeLessThan(4_000_000 + 4_000_000 / 4 + costs);
    const between = most({ right: 'none', contractKind: 'other', rateBps: 1_000, contractEnd: null });
    expect(between).toBeGreaterThan(services);
  });
});
