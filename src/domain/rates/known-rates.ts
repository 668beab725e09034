import { toDay } from '../values/days.ts';
import type { RateKey, RateKind, RateValue } from './rate-kinds.ts';
import type { RateRow } from './rates.ts';

/**
 * The rows with which a new database begins. In a source [C] says that a page stating the rule was seen, [K] that it is
 * general knowledge which nobody has confirmed yet (docs/domain.md §15).
 */
export const KNOWN_RATES: readonly RateRow[] = [
  ...series('vat', 'general', [
    ['2019-01-01', { rateBps: 2000 }, 'НК РФ, ст. 164 (303-ФЗ от 03.08.2018) [K]'],
    ['2026-01-01', { rateBps: 2200 }, 'НК РФ, ст. 164 (425-ФЗ от 28.11.2025) [C]'],
  ]),
  ...series('vat', 'exempt', [['2025-01-01', { rateBps: 0 }, 'НК РФ, ст. 145 (176-ФЗ от 12.07.2024) [K]']]),
  ...series('vat', 'reduced5', [['2025-01-01', { rateBps: 500 }, 'НК РФ, ст. 164, п. 8 (176-ФЗ от 12.07.2024) [C]']]),
  ...series('vat', 'reduced7', [['2025-01-01', { rateBps: 700 }, 'НК РФ, ст. 164, п. 8 (176-ФЗ от 12.07.2024) [C]']]),

  ...series('overpaymentCap', '', [
    ['2019-01-28', { totalBps: 25_000 }, '554-ФЗ от 27.12.2018 [C]'],
    ['2019-07-01', { totalBps: 20_000 }, '554-ФЗ от 27.12.2018 [C]'],
    ['2020-01-01', { totalBps: 15_000 }, '353-ФЗ, ст. 5, ч. 24 (554-ФЗ от 27.12.2018) [C]'],
    ['2023-07-01', { totalBps: 13_000 }, '353-ФЗ, ст. 5, ч. 24 (613-ФЗ от 29.12.2022) [C]'],
    [
      '2026-04-01',
      { totalBps: 10_000 },
      '353-ФЗ, ст. 5, ч. 24 (545-ФЗ от 29.12.2025) [C]; для договоров с этого дня: ст. 422, п. 2 ГК РФ [K]',
    ],
  ]),
  ...series('dailyRateCap', '', [
    ['2019-01-28', { rateBps: 150 }, '554-ФЗ от 27.12.2018 [C]'],
    ['2019-07-01', { rateBps: 100 }, '353-ФЗ, ст. 5, ч. 23 (554-ФЗ от 27.12.2018) [C]'],
    ['2023-07-01', { rateBps: 80 }, '353-ФЗ, ст. 5, ч. 23 (613-ФЗ от 29.12.2022) [C]'],
  ]),
  ...series('fullCostCeiling', '', [
    ['2019-07-01', { rateBps: 36_500 }, '353-ФЗ, ст. 6, ч. 11 (554-ФЗ от 27.12.2018) [C]'],
    ['2023-07-01', { rateBps: 29_200 }, '353-ФЗ, ст. 6, ч. 11 (613-ФЗ от 29.12.2022) [C]'],
  ]),

  ...series('loanPenaltyCap', '', [
    ['2014-07-01', { withInterestYearBps: 2000, withoutInterestDayBps: 10 }, '353-ФЗ, ст. 5, ч. 21 [C]'],
  ]),
  ...series('utilityPenaltyCap', 'utilities', [
    ['2016-01-01', utilities(100_00), 'ЖК РФ, ст. 155, ч. 14 (307-ФЗ от 03.11.2015) [K]'],
    ['2025-01-01', utilities(950), 'ЖК РФ, ст. 155, ч. 14; ПП РФ № 329: меньшая из 9,5 % и ключевой до 31.12.2026 [C]'],
    ['2027-01-01', utilities(100_00), 'ПП РФ № 329 действует по 31.12.2026: остаётся ключевая ставка [C]'],
  ]),
  ...series('utilityPenaltyCap', 'capitalRepair', [
    ['2016-01-01', capitalRepair(100_00), 'ЖК РФ, ст. 155, ч. 14.1 [K]'],
    ['2025-01-01', capitalRepair(950), 'ЖК РФ, ст. 155, ч. 14.1 [K]; ПП РФ № 329: до 31.12.2026 [C]'],
    ['2027-01-01', capitalRepair(100_00), 'ПП РФ № 329 действует по 31.12.2026: остаётся ключевая ставка [C]'],
  ]),
  ...series('keyRate', '', [
    ['2024-10-28', { rateBps: 2100 }, 'Банк России, решение от 25.10.2024 [K]'],
    ['2025-06-09', { rateBps: 2000 }, 'Банк России, решение от 06.06.2025 [K]'],
    ['2025-07-28', { rateBps: 1800 }, 'Банк России, решение от 25.07.2025 [K]'],
    ['2025-09-15', { rateBps: 1700 }, 'Банк России, решение от 12.09.2025 [C]'],
    ['2025-10-27', { rateBps: 1650 }, 'Банк России, решение от 24.10.2025 [K]'],
    ['2025-12-22', { rateBps: 1600 }, 'Банк России, решение от 19.12.2025 [K]'],
    ['2026-02-16', { rateBps: 1550 }, 'Банк России, решение от 13.02.2026 [C]'],
  ]),

  ...series('incomeTax', 'resident', [
    ['2006-01-01', tax([0, 1300]), 'НК РФ, ст. 224; п. 28 ст. 217 [K]'],
    ['2021-01-01', tax([0, 1300], [500_000_000, 1500]), 'НК РФ, ст. 224, п. 1 (372-ФЗ от 23.11.2020) [K]'],
    [
      '2025-01-01',
      tax([0, 1300], [240_000_000, 1500], [500_000_000, 1800], [2_000_000_000, 2000], [5_000_000_000, 2200]),
      'НК РФ, ст. 224, п. 1 (176-ФЗ от 12.07.2024) [K]',
    ],
  ]),
  ...series('incomeTax', 'nonResident', [['2006-01-01', tax([0, 3000]), 'НК РФ, ст. 224, п. 3 [K]']]),

  ...series('paymentLimit', 'none', [
    ['2014-05-16', { amount: 1_500_000 }, '115-ФЗ, ст. 7, п. 1.1; 161-ФЗ, ст. 10 (110-ФЗ от 05.05.2014) [K]'],
  ]),
  ...series('paymentLimit', 'simplified', [
    ['2014-05-16', { amount: 6_000_000 }, '161-ФЗ, ст. 10 (110-ФЗ от 05.05.2014) [K]'],
    ['2025-05-30', { amount: 10_000_000 }, '161-ФЗ, ст. 10: 100 000 ₽ с 30.05.2025 [C]'],
  ]),

  ...series('holidayCap', 'loan', [
    ['2024-01-01', { amount: 45_000_000 }, '353-ФЗ, ст. 6.1-2 (348-ФЗ от 24.07.2023) [C]'],
  ]),
  ...series('holidayCap', 'card', [
    ['2024-01-01', { amount: 15_000_000 }, '353-ФЗ, ст. 6.1-2 (348-ФЗ от 24.07.2023) [C]'],
  ]),
  ...series('holidayCap', 'car', [
    ['2024-01-01', { amount: 160_000_000 }, '353-ФЗ, ст. 6.1-2 (348-ФЗ от 24.07.2023) [C]'],
  ]),
  ...series('holidayCap', 'mortgage', [
    ['2019-07-31', { amount: 1_500_000_000 }, '353-ФЗ, ст. 6.1-1 (76-ФЗ от 01.05.2019) [K]'],
  ]),

  // How many days after the service the law gave before it was 180 nobody of us knows: decided for the borrower.
  ...series('serviceHolidays', '', [
    ['2022-10-07', { open: 1, daysAfter: 180 }, '377-ФЗ от 07.10.2022, ст. 1 [K]'],
    ['2027-01-01', { open: 0, daysAfter: 180 }, '477-ФЗ от 15.12.2025: обратиться можно по 31.12.2026 [C]'],
  ]),

  ...series('calendar', '', [
    [
      '2024-01-01',
      moved('01-06 05-10', '01-07 12-31', '04-27 04-29', '11-02 04-30', '12-28 12-30'),
      'Постановление Правительства РФ от 10.08.2023 № 1314 [C]',
    ],
    [
      '2025-01-01',
      moved('01-04 05-02', '01-05 12-31', '02-23 05-08', '03-08 06-13', '11-01 11-03'),
      'Постановление Правительства РФ от 04.10.2024 № 1335 [C]',
    ],
    ['2026-01-01', moved('01-03 01-09', '01-04 12-31'), 'Постановление Правительства РФ от 24.09.2025 № 1466 [C]'],
  ]),
];

type OnDay<Value> = readonly [from: string, value: Value | ((year: string) => Value), source: string];

/** Rows of one key. What is told by days of a year gets the year from its first day. */
function series<K extends RateKind>(kind: K, key: RateKey<K>, rows: readonly OnDay<RateValue<K>>[]): RateRow[] {
  return rows.map(([from, declared, source]) => {
    const value = typeof declared === 'function' ? declared(from.slice(0, 4)) : declared;
    return { kind, key, from: toDay(from), value, source };
  });
}

function utilities(rateCeilingBps: number): RateValue<'utilityPenaltyCap'> {
  return { freeDays: 30, firstPart: 300, secondFrom: 91, secondPart: 130, rateCeilingBps };
}

/** It stays 1/300 however long the delay: both parts are the same. */
function capitalRepair(rateCeilingBps: number): RateValue<'utilityPenaltyCap'> {
  return { freeDays: 30, firstPart: 300, secondFrom: 91, secondPart: 300, rateCeilingBps };
}

function tax(...steps: readonly (readonly [above: number, rateBps: number])[]): RateValue<'incomeTax'> {
  return { steps: steps.map(([above, rateBps]) => ({ above, rateBps })), freeAmount: 400_000 };
}

function moved(...pairs: readonly string[]): (year: string) => RateValue<'calendar'> {
  return (year) => ({
    moved: pairs.map((pair) => {
      const [from, to] = pair.split(' ') as [string, string];
      return { from: toDay(`${year}-${from}`), to: toDay(`${year}-${to}`) };
    }),
  });
}
