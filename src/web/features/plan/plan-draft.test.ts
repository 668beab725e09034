import { expect, test } from 'vitest';
import { KNOWN_RATES } from '#domain/rates/known-rates.ts';
import type { Debt } from '#domain/settlements/debt-structure.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import {
  boundsOf,
  build,
  draftOf,
  longer,
  misread,
  type PlanContext,
  partsFrom,
  planOf,
  read,
  stepOf,
} from './plan-draft.ts';

const day = toDay('2026-11-20');
const debt: Debt = [
  { code: 'principal', amount: kopecks(3_500_000) },
  { code: 'legal_costs', amount: kopecks(500_000) },
];
const context: PlanContext = { debt, by: 'individual', before: null, today: day, rates: KNOWN_RATES };

test('one equal payment is a payment at once, and one with a down payment is not', () => {
  const draft = draftOf(kopecks(2_000_000), 1, day);
  expect(planOf(draft)).toEqual({ kind: 'at_once', amount: 2_000_000, firstDate: '2026-12-20' });
  expect(planOf({ ...draft, downPayment: kopecks(100) }).kind).toBe('equal');
});

test('only plans with interest say their rate', () => {
  const draft = draftOf(kopecks(2_000_000), 6, day);
  expect(planOf(draft)).not.toHaveProperty('rateBps');
  expect(planOf({ ...draft, kind: 'annuity' })).toMatchObject({ kind: 'annuity', rateBps: 1000 });
});

test('a schedule comes with the draft, and every fault stands at its field', () => {
  const draft = draftOf(kopecks(2_000_000), 3, day);
  const { rows, problems } = build(draft, context);
  expect([rows.map(({ amount }) => amount), problems]).toEqual([[666_667, 666_667, 666_666], {}]);
  expect(build({ ...draft, amount: kopecks(400_000) }, context).problems.amount).toContain('Не меньше');
  expect(build({ ...draft, firstDate: toDay('2026-11-19') }, context).problems.firstDate).toContain('в прошлом');
  expect(build({ ...draft, payments: 61 }, context)).toMatchObject({ rows: [], problems: { payments: /от 1 до 60/ } });
});

test('a first payment years off is allowed and told, of a plan by hand as well', () => {
  const draft = draftOf(kopecks(2_000_000), 3, day);
  const late = { ...draft, firstDate: toDay('2036-12-20') };
  expect(build(draft, context).late).toBeNull();
  expect(build(late, context)).toMatchObject({ problems: {}, late: expect.stringContaining('20.12.2036') });
  const parts = partsFrom(build(late, context).rows);
  expect(build({ ...draft, kind: 'custom', parts }, context).late).toContain('больше чем через год');
});

test('nothing is built while something typed is no value, and what it replaces counts again when it is', () => {
  const draft = draftOf(kopecks(2_000_000), 3, day);
  const wrong = misread(draft, 'Первый платёж', 'firstDate');
  expect(build(wrong, context)).toMatchObject({ rows: [], problems: { firstDate: expect.any(String) } });
  const right = read(wrong, 'Первый платёж', { firstDate: toDay('2026-12-29') });
  expect(build(right, context).rows[0]).toMatchObject({ plannedDate: '2026-12-29' });
});

/** The schedule of a sum in two payments. */
const before = (amount: number) => build(draftOf(kopecks(amount), 2, day), context).rows;

test('nobody offers less than he has offered, nor asks for more than he has asked for', () => {
  const draft = draftOf(kopecks(2_000_000), 3, day);
  expect(build(draft, { ...context, before: before(2_000_001) }).problems.amount).toContain(
    'Не меньше вашего прошлого',
  );
  expect(build(draft, { ...context, by: 'creditor', before: before(1_999_999) }).problems.amount).toContain(
    'Не больше',
  );
});

test('interest is asked for on the principal alone, and for no more than the law allows', () => {
  const grounds = {
    right: 'lender',
    contractKind: 'consumer',
    contractDate: toDay('2024-01-10'),
    contractEnd: toDay('2026-01-10'),
    issuedAmount: null,
    contractRateBps: null,
    awarded: false,
    contractCharges: null,
  } as const;
  const draft = { ...draftOf(kopecks(4_000_000), 12, day), kind: 'annuity' as const };
  expect(build(draft, { ...context, grounds })).toMatchObject({ plan: { interestOn: 3_500_000 }, problems: {} });
  expect(build(draft, { ...context, grounds }).form).not.toHaveProperty('interestOn');
  expect(build({ ...draft, rateBps: 40_000 }, { ...context, grounds }).problems.rateBps).toContain('353-ФЗ');
});

test('bounds are what may not be forgiven, the whole debt, and the offers made before', () => {
  expect(boundsOf(context)).toEqual({ least: 500_000, most: 4_000_000 });
  expect(boundsOf({ ...context, before: before(1_000_000) })).toEqual({ least: 1_000_000, most: 4_000_000 });
  expect(boundsOf({ ...context, by: 'creditor', before: before(3_000_000) })).toEqual({
    least: 500_000,
    most: 3_000_000,
  });
});

test('the steps of a slider are round roubles, a thousand of them at most', () => {
  expect([50_000, 1_000_000, 26_357_142, 9_999_999_999_999].map((most) => stepOf(kopecks(most)))).toEqual([
    100, 1000, 50_000, 5_000_000,
  ]);
});

test('a plan by hand begins with the rows there are, and its sum is that of its parts', () => {
  const { rows } = build(draftOf(kopecks(2_000_000), 2, day), context);
  const parts = longer(partsFrom(rows), day);
  expect(parts.at(-1)).toEqual({ date: '2027-02-20', amount: 1_000_000 });
  expect(planOf({ ...draftOf(kopecks(1), 2, day), kind: 'custom', parts })).toMatchObject({ amount: 3_000_000 });
  expect(longer([], day)).toEqual([{ date: day, amount: 0 }]);
});
