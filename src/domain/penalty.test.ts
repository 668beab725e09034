import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toDay } from './days.ts';
import { checkPenalty, formatPenalty, type PenaltyRule, penaltyFor } from './penalty.ts';

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

describe('the ceiling of a consumer', () => {
  const day = toDay('2026-11-20');
  test.each<[PenaltyRule, consumer: boolean, interestAccrues: boolean, string | null]>([
    [DAILY, true, false, null],
    [{ per: 'day', rateBps: 11 }, true, false, 'Неустойка не больше 0,1 % в день'],
    [{ per: 'year', rateBps: 3650 }, true, false, null],
    [{ per: 'year', rateBps: 3651 }, true, false, 'Неустойка не больше 0,1 % в день'],
    [YEARLY, true, true, null],
    [{ per: 'year', rateBps: 2001 }, true, true, 'Неустойка не больше 20 % годовых'],
    [DAILY, true, true, 'Неустойка не больше 20 % годовых'],
    [{ per: 'day', rateBps: 500 }, false, false, null],
    [{ per: 'day', rateBps: 0 }, false, false, 'Ставка неустойки указана неверно'],
    [{ per: 'day', rateBps: 0.5 }, false, false, 'Ставка неустойки указана неверно'],
  ])('%j, consumer %s, interest %s: %s', (rule, consumer, interestAccrues, message) => {
    const found = checkPenalty(rule, { consumer, interestAccrues, day });
    expect(found?.replaceAll('\u00A0', ' ') ?? null).toBe(message);
  });

  test('before the first ceiling there is none', () => {
    const subject = { consumer: true, interestAccrues: true, day: toDay('2014-06-30') };
    expect(checkPenalty({ per: 'day', rateBps: 500 }, subject)).toBeNull();
    expect(checkPenalty({ per: 'day', rateBps: 500 }, { ...subject, day: toDay('2014-07-01') })).not.toBeNull();
  });
});

test.each<[PenaltyRule, string]>([
  [DAILY, '0,1 % в день'],
  [{ per: 'day', rateBps: 5 }, '0,05 % в день'],
  [YEARLY, '20 % годовых'],
  [{ per: 'year', rateBps: 1250 }, '12,5 % годовых'],
])('%j is shown as %s', (rule, text) => expect(formatPenalty(rule).replaceAll('\u00A0', ' ')).toBe(text));
