import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import type { RateRow } from '../rates/rates.ts';
import { toDay } from '../values/days.ts';
import { cappedPenalty, dailyPenalty, isHarsher, type PenaltyRule, penaltyFor } from './penalty.ts';

const DAILY: PenaltyRule = { per: 'day', rateBps: 10 };
const YEARLY: PenaltyRule = { per: 'year', rateBps: 2000 };

describe('11 666,67 overdue for 17 days', () => {
  test('0,1 % a day is 198,33', () => expect(penaltyFor(DAILY, 1_166_667n * 17n)).toBe(19_833));
  test('rounding every day would have made 198,39', () => expect(penaltyFor(DAILY, 1_166_667n) * 17).toBe(19_839));
  test('20 % a year is 108,68', () => expect(penaltyFor(YEARLY, 1_166_667n * 17n)).toBe(10_868));
});

test('postings by days add up to the whole, and none is negative', () => {
  const spans = fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.integer({ min: 1, max: 400 })));
  fc.assert(
    fc.property(spans, fc.constantFrom(DAILY, YEARLY), (found, rule) => {
      let kopeckDays = 0n;
      let posted = 0;
      for (const [base, days] of found) {
        kopeckDays += base * BigInt(days);
        expect(penaltyFor(rule, kopeckDays)).toBeGreaterThanOrEqual(posted);
        posted = penaltyFor(rule, kopeckDays);
      }
      expect(
        Math.abs(posted - Number((kopeckDays * BigInt(rule.rateBps)) / (rule.per === 'day' ? 10_000n : 3_650_000n))),
      ).toBeLessThanOrEqual(1);
    }),
  );
});

test('before the first ceiling there is none', () => {
  const subject = {
    consumer: true,
    contractKind: 'consumer',
    interestAccrues: true,
    day: toDay('2014-06-30'),
  } as const;
  expect(cappedPenalty(dailyPenalty(90), subject, KNOWN_RATES)).toEqual(dailyPenalty(90));
  expect(cappedPenalty(dailyPenalty(90), { ...subject, day: toDay('2014-07-01') }, KNOWN_RATES)).toEqual(YEARLY);
});

describe('a penalty that is above the ceiling', () => {
  const day = toDay('2026-11-20');
  const high = dailyPenalty(50);
  test.each<[PenaltyRule | null, consumer: boolean, interestAccrues: boolean, PenaltyRule | null]>([
    [high, true, false, DAILY],
    [high, true, true, YEARLY],
    [high, false, true, high],
    [DAILY, true, true, YEARLY],
    [dailyPenalty(5), true, true, { per: 'day', rateBps: 5 }],
    [null, true, true, null],
  ])('%j, consumer %s, interest %s becomes %j', (rule, consumer, interestAccrues, capped) =>
    expect(
      cappedPenalty(
        rule,
        { consumer, contractKind: consumer ? 'consumer' : 'other', interestAccrues, day },
        KNOWN_RATES,
      ),
    ).toEqual(capped),
  );
});

describe('a penalty of utilities and telecom', () => {
  const day = toDay('2026-11-20');
  const services = (
    contractKind: 'utilities' | 'telecom',
    rule: PenaltyRule | null,
    on = day,
    rows: readonly RateRow[] = [],
  ) =>
    cappedPenalty(rule, { consumer: false, contractKind, interestAccrues: false, day: on }, [...KNOWN_RATES, ...rows]);
  const keyRate = (from: string, rateBps: number): RateRow => ({
    kind: 'keyRate',
    key: '',
    from: toDay(from),
    value: { rateBps },
    source: 'Строка для проверки',
  });

  test('of utilities is 1/300 of 9,5 % a day at most, and nothing for the first 30 days', () =>
    expect(services('utilities', dailyPenalty(100))).toEqual({ per: 'year', rateBps: 1155, freeDays: 30 }));
  test('a lesser one stays, with the days that bear none', () =>
    expect(services('utilities', dailyPenalty(1))).toEqual({ per: 'day', rateBps: 1, freeDays: 30 }));
  test('follows the key rate when the ceiling has ended', () =>
    expect(services('utilities', dailyPenalty(100), toDay('2027-01-01'), [keyRate('2026-12-20', 1550)])).toMatchObject({
      rateBps: 1885,
    }));
  // The last row of February would raise it from 9,5 to 15,5 %, and nobody knows the rate of the day (docs/decisions/0129).
  test('keeps the lower of what has held since the last key rate that is known, once that is older than three months', () => {
    expect(services('utilities', dailyPenalty(100), toDay('2027-01-01'))).toMatchObject({ rateBps: 1155 });
    const rows = [keyRate('2026-10-02', 1550)];
    expect(services('utilities', dailyPenalty(100), toDay('2027-01-01'), rows)).toMatchObject({ rateBps: 1885 });
    expect(services('utilities', dailyPenalty(100), toDay('2027-01-02'), rows)).toMatchObject({ rateBps: 1155 });
    expect(services('utilities', dailyPenalty(100), toDay('2027-01-02'), [keyRate('2026-10-02', 600)])).toMatchObject({
      rateBps: 730,
    });
  });
  test.each([
    ['of telecom, without a row', 'telecom', day],
    ['before the first key rate that is known', 'utilities', toDay('2020-01-01')],
  ] as const)('there is none %s', (_, kind, on) => expect(services(kind, DAILY, on)).toBeNull());
  test('none stays none', () => expect(services('utilities', null)).toBeNull());
});

test.each<[PenaltyRule | null, PenaltyRule | null, boolean]>([
  [DAILY, null, true],
  [null, DAILY, false],
  [null, null, false],
  [DAILY, YEARLY, true],
  [YEARLY, DAILY, false],
  [DAILY, { per: 'year', rateBps: 3650 }, false],
])('%j is worse for the debtor than %j: %s', (one, other, worse) => expect(isHarsher(one, other)).toBe(worse));
