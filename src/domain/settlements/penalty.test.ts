import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { toDay } from '../values/days.ts';
import { cappedPenalty, dailyPenalty, formatPenalty, isHarsher, type PenaltyRule, penaltyFor } from './penalty.ts';

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
  const subject = { consumer: true, interestAccrues: true, day: toDay('2014-06-30') };
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
    expect(cappedPenalty(rule, { consumer, interestAccrues, day }, KNOWN_RATES)).toEqual(capped),
  );
});

test.each<[PenaltyRule | null, PenaltyRule | null, boolean]>([
  [DAILY, null, true],
  [null, DAILY, false],
  [null, null, false],
  [DAILY, YEARLY, true],
  [YEARLY, DAILY, false],
  [DAILY, { per: 'year', rateBps: 3650 }, false],
])('%j is worse for the debtor than %j: %s', (one, other, worse) => expect(isHarsher(one, other)).toBe(worse));

test.each<[PenaltyRule, string]>([
  [DAILY, '0,1 % в день'],
  [{ per: 'day', rateBps: 5 }, '0,05 % в день'],
  [YEARLY, '20 % годовых'],
  [{ per: 'year', rateBps: 1250 }, '12,5 % годовых'],
])('%j is shown as %s', (rule, text) => expect(formatPenalty(rule).replaceAll('\u00A0', ' ')).toBe(text));
