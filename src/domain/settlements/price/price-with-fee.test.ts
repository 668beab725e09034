import { describe, expect, test } from 'vitest';
import { KNOWN_CALENDAR } from '#test/helpers/known-calendar.ts';
import { GROUNDS, PLAN, rowsOf } from '#test/settlements/helpers/price.ts';
import { KNOWN_RATES } from '../../rates/known-rates.ts';
import { toDay } from '../../values/days.ts';
import { kopecks } from '../../values/money.ts';
import type { InterestPlan } from '../plan.ts';
import { makeSchedule } from '../schedule.ts';
import { type PriceGrounds, priceProblems } from './offer-price.ts';

const today = toDay('2026-11-25');
const plain = (text: string) => text.replaceAll('\u00A0', ' ');

// Decision 0114: the fee that a debtor pays beside his payments.
describe('the fee of the platform that the debtor bears', () => {
  const equal = { kind: 'equal', downPayment: kopecks(0), periodMonths: 1, firstDate: toDay('2026-11-26') } as const;
  const free = (amount: number, payments: number, fee: number, grounds: Partial<PriceGrounds> = {}) => {
    const plan = { ...equal, amount: kopecks(amount), payments };
    const schedule = makeSchedule(plan, KNOWN_CALENDAR);
    if (!schedule.ok) throw new Error(schedule.problems[0]?.message);
    const day = { today, rates: KNOWN_RATES, fee: kopecks(fee) };
    return priceProblems(plan, schedule.rows, { ...GROUNDS, ...grounds }, day).map(({ field, message }) => [
      field,
      plain(message),
    ]);
  };

  test.each([
    // A single payment tomorrow with a fee of 3 %: its ПСК is above 1 000 % a year, and it passes.
    [3_000_000, 1, 90_000, true],
    [3_000_000, 1, 0, true],
    // 5 % to the kopeck, a kopeck of each payment for its rounding, and above.
    [3_000_000, 1, 150_001, true],
    [3_000_000, 1, 150_002, false],
    [3_000_000, 12, 150_012, true],
    [3_000_000, 12, 150_013, false],
  ])('beside %i in %i payments without interest %i passes: %s', (amount, payments, fee, passes) =>
    expect(free(amount, payments, fee)).toHaveLength(passes ? 0 : 1),
  );

  test('is refused in the words of a person', () =>
    expect(free(1_000_000, 2, 100_000)).toEqual([
      [
        'amount',
        'Комиссия площадки — 1 000,00 ₽ сверх платежей на 10 000,00 ₽, с заёмщика берут не больше 5 %. Предложите меньше платежей или напишите в поддержку',
      ],
    ]));

  test('bears on a debt for services, too, and on one of which nothing is known', () => {
    expect(free(1_000_000, 2, 50_002, { contractKind: 'utilities', right: 'none' })).toEqual([]);
    expect(free(1_000_000, 2, 50_003, { contractKind: 'utilities', right: 'none' })).toHaveLength(1);
    const unknown = { contractEnd: null, issuedAmount: null, contractCharges: null };
    expect(free(1_000_000, 2, 50_002, unknown)).toEqual([]);
    expect(free(1_000_000, 2, 50_003, unknown)).toHaveLength(1);
  });

  // 353-ФЗ, ст. 5, ч. 24: 130 % of what was issued for contracts from 01.07.2023, 100 % from 01.04.2026.
  test.each([
    ['2026-03-31', 1_300_000 - 40_000, true],
    ['2026-03-31', 1_300_000 - 39_999, false],
    ['2026-04-01', 1_000_000 - 40_000, true],
    ['2026-04-01', 1_000_000 - 39_999, false],
  ])(
    'counts among all charges of a short loan of %s, of which %i were charged before: passes %s',
    (day, charged, passes) => {
      const short: Partial<PriceGrounds> = {
        contractKind: 'microloan',
        contractDate: toDay(day),
        contractEnd: toDay('2026-06-01'),
        issuedAmount: kopecks(1_000_000),
      };
      const found = free(1_000_000, 2, 40_000, { ...short, contractCharges: kopecks(charged) });
      expect(found).toHaveLength(passes ? 0 : 1);
      if (!passes) expect(found[0]![1]).toMatch(/^Вместе с начисленным раньше и комиссией площадки переплата составит/);
      // What was paid before is unknown: a plan without interest is judged by what is known, for it is the better for the debtor.
      expect(free(1_000_000, 2, 40_000, { ...short, contractCharges: null })).toEqual([]);
    },
  );

  test('counts with interest: in ПСК, in all charges, and by itself', () => {
    const withFee = (fee: number, grounds: Partial<PriceGrounds> = {}, plan: Partial<InterestPlan> = {}) =>
      priceProblems(
        { ...PLAN, ...plan },
        rowsOf({ ...PLAN, ...plan }),
        { ...GROUNDS, ...grounds },
        { today, rates: KNOWN_RATES, fee: kopecks(fee) },
      ).map(({ field, message }) => `${field}: ${plain(message)}`);
    expect(withFee(500_000)).toEqual([]);
    expect(withFee(1_000_000)).toEqual([expect.stringMatching(/^rateBps: Комиссия площадки — 10 000,00 ₽/)]);
    const soon = { payments: 1, rateBps: 29_000, accrueFrom: today, firstDate: toDay('2026-12-25') };
    expect(withFee(0, {}, soon)).toEqual([]);
    expect(withFee(100_000, {}, soon)).toEqual([expect.stringMatching(/^rateBps: Полная стоимость/)]);
  });
});
