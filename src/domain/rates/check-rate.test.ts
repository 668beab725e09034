import { expect, test } from 'vitest';
import { toDay } from '../values/days.ts';
import { checkRates } from './check-rate.ts';
import { KNOWN_RATES } from './known-rates.ts';
import type { RateKind } from './rate-kinds.ts';
import { missingCalendars } from './rates.ts';

const today = toDay('2026-11-26');
const value: Readonly<Partial<Record<RateKind, object>>> = {
  fullCostAverage: { rateBps: 3000 },
  fullCostSuspension: { suspended: 1 },
};
const problemOf = (kind: RateKind, from: string, on = today) =>
  checkRates(
    { kind, from: toDay(from), source: 'Закон, https://example.org/1', rows: { card: { ...value[kind] } } },
    on,
  )['from'];

test.each<[RateKind, from: string, allowed: boolean]>([
  ['fullCostAverage', '2026-07-01', false],
  ['fullCostAverage', '2026-10-01', true],
  ['fullCostAverage', '2026-11-01', false],
  ['fullCostAverage', '2027-01-01', true],
  ['fullCostSuspension', '2026-07-01', false],
  ['fullCostSuspension', '2026-10-01', true],
  // What was typed wrong, or was missed, is entered late (docs/decisions/0215).
  ['keyRate', '2026-11-26', true],
  ['keyRate', '2020-01-01', true],
  ['vat', '2026-01-01', true],
  ['calendar', '2025-01-01', false],
  ['calendar', '2026-01-01', true],
  ['calendar', '2026-02-01', false],
  ['calendar', '2027-01-01', true],
])('a row of %s from %s may be entered on 26.11.2026: %s', (kind, from, allowed) =>
  expect(problemOf(kind, from) === undefined).toBe(allowed),
);

test('the calendar of a year may be entered on its first and its last day, not on the day after', () => {
  const on = (day: string) => problemOf('calendar', '2027-01-01', toDay(day));
  expect([on('2026-12-31'), on('2027-01-01'), on('2027-12-31')]).toEqual([undefined, undefined, undefined]);
  expect(on('2028-01-01')).toBe('Этот год уже прошёл: введите нынешний или будущий');
});

test.each([
  ['2026-09-30', []],
  ['2026-10-01', [2027]],
  ['2026-12-31', [2027]],
  ['2027-01-01', [2027]],
])('on %s these calendars are missing: %j', (day, years) =>
  expect(missingCalendars(KNOWN_RATES, toDay(day))).toEqual(years),
);

test('the quarter may be entered on its first and its last day, not on the day after', () => {
  const on = (day: string) => problemOf('fullCostAverage', '2026-10-01', toDay(day));
  expect([on('2026-10-01'), on('2026-12-31')]).toEqual([undefined, undefined]);
  expect(on('2027-01-01')).toBe('Этот квартал уже прошёл: введите нынешний или будущий');
});
