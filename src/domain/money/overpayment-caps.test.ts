import { expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import { type CappedContract, capExcesses, capsOn, contractCaps } from './overpayment-caps.ts';

const caps = contractCaps(KNOWN_RATES);

test.each([
  ['2019-01-27', null],
  ['2019-01-28', 25_000],
  ['2019-06-30', 25_000],
  ['2019-07-01', 20_000],
  ['2019-12-31', 20_000],
  ['2020-01-01', 15_000],
  ['2023-06-30', 15_000],
  ['2023-07-01', 13_000],
  ['2026-03-31', 13_000],
  ['2026-04-01', 10_000],
])('a contract of %s is capped at %s', (day, total) => expect(capsOn(caps, toDay(day))?.totalBps ?? null).toBe(total));

const contract: CappedContract = {
  contractDate: toDay('2025-01-10'),
  contractEnd: toDay('2025-02-10'),
  issuedAmount: kopecks(1_000_000),
  charges: [kopecks(1_000_000), kopecks(300_000)],
  rateBps: 29_200,
};

const kinds = (changed: Partial<CappedContract>) =>
  capExcesses({ ...contract, ...changed }, caps).map(({ kind }) => kind);

test('what reaches a ceiling does not go above it', () => expect(kinds({})).toEqual([]));

test.each<[string, Partial<CappedContract>, string[]]>([
  ['a kopeck above 130 %', { charges: [kopecks(1_300_001)] }, ['total']],
  ['above 0,8 % a day', { rateBps: 29_201 }, ['rate']],
  ['both', { charges: [kopecks(1_300_001)], rateBps: 40_000 }, ['total', 'rate']],
  ['130 % after 01.04.2026', { contractDate: toDay('2026-04-01'), contractEnd: toDay('2026-05-01') }, ['total']],
  ['a year exactly', { contractEnd: toDay('2026-01-10'), charges: [kopecks(1_300_001)] }, ['total']],
  ['longer than a year', { contractEnd: toDay('2026-01-11'), charges: [kopecks(9_000_000)] }, []],
  ['no end known', { contractEnd: null, charges: [kopecks(9_000_000)] }, []],
  ['no sum known', { issuedAmount: null, charges: [kopecks(9_000_000)], rateBps: null }, []],
  [
    'before the first ceiling',
    { contractDate: toDay('2019-01-27'), contractEnd: toDay('2019-02-27'), charges: [kopecks(9_000_000)] },
    [],
  ],
])('%s', (_, changed, expected) => expect(kinds(changed)).toEqual(expected));

test('the excess names the ceiling', () => {
  const [excess] = capExcesses({ ...contract, charges: [kopecks(1_300_001)] }, caps);
  expect(excess).toMatchObject({ kind: 'total', limit: 1_300_000, totalBps: 13_000 });
});
