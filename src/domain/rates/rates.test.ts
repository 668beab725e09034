import { describe, expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { KNOWN_RATES } from './known-rates.ts';
import { fieldsOf, keysOf, RATE_KINDS, type RateKey, type RateKind } from './rate-kinds.ts';
import { rateOn, rateRowOn } from './rates.ts';
import { generalVatBps, vatChoices, vatOfService } from './vat.ts';

const on = (kind: RateKind, key: string, day: string) => rateOn(KNOWN_RATES, kind, key as RateKey, toDay(day));

/** On both sides of each day of change, with what says so. */
test.each<[RateKind, key: string, before: [string, unknown], after: [string, unknown], source: string]>([
  ['vat', 'general', ['2025-12-31', { rateBps: 2000 }], ['2026-01-01', { rateBps: 2200 }], '425-ФЗ'],
  ['vat', 'general', ['2018-12-31', null], ['2019-01-01', { rateBps: 2000 }], '303-ФЗ'],
  ['vat', 'reduced5', ['2024-12-31', null], ['2025-01-01', { rateBps: 500 }], '176-ФЗ'],
  ['vat', 'reduced7', ['2024-12-31', null], ['2025-01-01', { rateBps: 700 }], '176-ФЗ'],
  ['overpaymentCap', '', ['2019-01-27', null], ['2019-01-28', { totalBps: 25_000 }], '554-ФЗ'],
  ['overpaymentCap', '', ['2019-06-30', { totalBps: 25_000 }], ['2019-07-01', { totalBps: 20_000 }], '554-ФЗ'],
  ['overpaymentCap', '', ['2019-12-31', { totalBps: 20_000 }], ['2020-01-01', { totalBps: 15_000 }], '554-ФЗ'],
  ['overpaymentCap', '', ['2023-06-30', { totalBps: 15_000 }], ['2023-07-01', { totalBps: 13_000 }], '613-ФЗ'],
  ['overpaymentCap', '', ['2026-03-31', { totalBps: 13_000 }], ['2026-04-01', { totalBps: 10_000 }], '545-ФЗ'],
  ['dailyRateCap', '', ['2019-01-27', null], ['2019-01-28', { rateBps: 150 }], '554-ФЗ'],
  ['dailyRateCap', '', ['2019-06-30', { rateBps: 150 }], ['2019-07-01', { rateBps: 100 }], '554-ФЗ'],
  ['dailyRateCap', '', ['2023-06-30', { rateBps: 100 }], ['2023-07-01', { rateBps: 80 }], '613-ФЗ'],
  ['fullCostCeiling', '', ['2019-06-30', null], ['2019-07-01', { rateBps: 36_500 }], '554-ФЗ'],
  ['fullCostCeiling', '', ['2023-06-30', { rateBps: 36_500 }], ['2023-07-01', { rateBps: 29_200 }], '613-ФЗ'],
  ['paymentLimit', 'simplified', ['2025-05-29', { amount: 6_000_000 }], ['2025-05-30', { amount: 10_000_000 }], '161'],
  ['holidayCap', 'loan', ['2023-12-31', null], ['2024-01-01', { amount: 45_000_000 }], '348-ФЗ'],
  ['holidayCap', 'card', ['2023-12-31', null], ['2024-01-01', { amount: 15_000_000 }], '348-ФЗ'],
  ['holidayCap', 'car', ['2023-12-31', null], ['2024-01-01', { amount: 160_000_000 }], '348-ФЗ'],
  ['holidayCap', 'mortgage', ['2019-07-30', null], ['2019-07-31', { amount: 1_500_000_000 }], '76-ФЗ'],
  ['serviceHolidays', '', ['2022-10-06', null], ['2022-10-07', { open: 1, daysAfter: 180 }], '377-ФЗ'],
  [
    'serviceHolidays',
    '',
    ['2026-12-31', { open: 1, daysAfter: 180 }],
    ['2027-01-01', { open: 0, daysAfter: 180 }],
    '477-ФЗ',
  ],
  ['keyRate', '', ['2026-02-15', { rateBps: 1600 }], ['2026-02-16', { rateBps: 1550 }], '13.02.2026'],
])('%s %s: %j, then %j (%s)', (kind, key, [dayBefore, before], [dayAfter, after], source) => {
  expect(on(kind, key, dayBefore)).toEqual(before);
  expect(on(kind, key, dayAfter)).toEqual(after);
  expect(rateRowOn(KNOWN_RATES, kind, key as RateKey, toDay(dayAfter))?.source).toContain(source);
});

test('the ceiling of utilities is of 2025 and 2026, the scale of 2025 begins with its year', () => {
  for (const key of ['utilities', 'capitalRepair']) {
    expect(on('utilityPenaltyCap', key, '2024-12-31')).toMatchObject({ rateCeilingBps: 10_000 });
    expect(on('utilityPenaltyCap', key, '2025-01-01')).toMatchObject({ rateCeilingBps: 950 });
  }
  expect(on('utilityPenaltyCap', 'utilities', '2026-12-31')).toMatchObject({ rateCeilingBps: 950, secondPart: 130 });
  expect(on('utilityPenaltyCap', 'utilities', '2027-01-01')).toMatchObject({ rateCeilingBps: 10_000 });
  expect(on('utilityPenaltyCap', 'capitalRepair', '2026-12-31')).toMatchObject({ firstPart: 300, secondPart: 300 });
  expect(on('incomeTax', 'resident', '2024-12-31')).toMatchObject({ steps: [{ rateBps: 1300 }, { rateBps: 1500 }] });
  expect(on('incomeTax', 'resident', '2025-01-01')).toHaveProperty('steps.length', 5);
});

test('a calendar is of its year alone', () => {
  expect(on('calendar', '', '2026-12-31')).toHaveProperty('moved.length', 2);
  expect(on('calendar', '', '2027-01-01')).toBeNull();
});

test('each known row has the fields of its kind, a key of it, a source with its mark, and a day of its own', () => {
  for (const { kind, key, value, source } of KNOWN_RATES) {
    expect(Object.keys(value).sort()).toEqual(
      fieldsOf(kind)
        .map(([name]) => name)
        .sort(),
    );
    expect(keysOf(kind)).toHaveProperty([key]);
    expect(source).toMatch(/\[[CK]\]|ПП РФ/);
  }
  const days = KNOWN_RATES.map(({ kind, key, from }) => `${kind} ${key} ${from}`);
  expect(new Set(days).size).toBe(days.length);
  expect(Object.keys(RATE_KINDS)).toContain('fullCostAverage');
});

describe('the VAT of a service', () => {
  test.each([
    ['a general rate of before 2026', 2000, '2025-12-31', 2000],
    ['the same rate after the change', 2000, '2026-01-01', 2200],
    ['a rate named beforehand', 2200, '2025-12-31', 2000],
    ['5 % stays', 500, '2026-06-01', 500],
    ['a rate that no law has stays', 1234, '2026-06-01', 1234],
    ['no VAT stays none', 0, '2026-06-01', 0],
  ])('%s: %i on %s is %i', (_, named, day, taxed) => expect(vatOfService(named, KNOWN_RATES, toDay(day))).toBe(taxed));

  test('what may be chosen on a day', () => {
    expect(vatChoices(KNOWN_RATES, toDay('2026-01-01')).map(({ rateBps }) => rateBps)).toEqual([2200, 0, 500, 700]);
    expect(generalVatBps(KNOWN_RATES, toDay('2018-01-01'))).toBe(0);
  });
});
