import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { toDay } from '../values/days.ts';
import { type Kopecks, kopecks } from '../values/money.ts';
import { allocateToSchedule } from './allocation.ts';
import { feeAtRate, feeBase, feeBaseOn, feeOfParts, feeOnTaken, isTooSmall, type ScheduledRow } from './row-fee.ts';
import { defaultFee, quoteFee, type Tariff } from './tariff.ts';

const TARIFF: Tariff = {
  legalEntityId: null,
  legalEntityTypeId: null,
  individualCategoryId: null,
  ...defaultFee(KNOWN_RATES, toDay('2026-11-20')),
  vatMode: 'none',
  vatBps: 0,
  validFrom: toDay('2026-01-01'),
  validTo: null,
};
/** A debtor's 1 %, and not less than 50 ₽ of a payment. */
const byDebtor: Tariff = { ...TARIFF, payer: 'individual', rateBps: 100, min: kopecks(5000) };
/** A creditor's 5 %, withheld, and not less than 50 ₽ of a payment. */
const byCreditor: Tariff = { ...TARIFF, min: kopecks(5000) };

describe('the fee of a part of a row of 1 000 ₽', () => {
  test.each<[string, Tariff, before: number, taken: number, fee: number]>([
    ['the whole row bears the least sum', byDebtor, 0, 100_000, 5000],
    ['a rouble bears a thousandth of it', byDebtor, 0, 100, 5],
    ['a kopeck bears nothing', byDebtor, 0, 1, 0],
    ['the next part goes on from the first', byDebtor, 100, 49_900, 2495],
    ['the last kopeck brings all of it', byDebtor, 99_999, 1, 0],
    ['half a kopeck counts up', byDebtor, 0, 10, 1],
    ['a creditor bears the same share', byCreditor, 0, 5000, 250],
    ['and never more than is paid', { ...byCreditor, min: kopecks(200_000) }, 0, 5000, 5000],
    ['a fixed sum is shared as well', { ...TARIFF, rateBps: 0, fixed: kopecks(1000) }, 0, 50_000, 500],
    ['the greatest sum is of the row', { ...TARIFF, max: kopecks(1000) }, 50_000, 50_000, 500],
  ])('%s', (_, tariff, before, taken, fee) =>
    expect(
      feeOfParts(tariff, [{ amount: kopecks(100_000), before: kopecks(before), taken: kopecks(taken) }]).amount,
    ).toBe(fee),
  );
});

/** The fees of payments that come one after another, each taking the rows as they lie open. */
function feesOf(tariff: Tariff, rows: readonly number[], payments: readonly number[]) {
  const paid = rows.map(() => 0);
  return payments.map((payment) => {
    const open = rows.map((amount, no) => ({
      no,
      interest: kopecks(0),
      principal: kopecks(amount - paid[no]!),
    }));
    const { rows: taken } = allocateToSchedule(kopecks(payment), open, kopecks(0));
    const parts = taken.map(({ no, principal }) => ({
      amount: kopecks(rows[no]!),
      before: kopecks(paid[no]!),
      taken: principal,
    }));
    for (const { no, principal } of taken) paid[no]! += principal;
    return feeOfParts(tariff, parts);
  });
}

test('60 payments of 1 000 ₽, the first of them by roubles, bear the 3 000 ₽ that were quoted', () => {
  const rows = Array.from({ length: 60 }, () => 100_000);
  const payments = [...Array.from({ length: 1000 }, () => 100), ...rows.slice(1)];
  const fees = feesOf(byDebtor, rows, payments);
  expect(fees[0]!.amount).toBe(5);
  expect(fees.reduce((sum, { amount }) => sum + amount, 0)).toBe(300_000);
});

test('however a schedule is paid, its fee and VAT are to the kopeck those that were quoted', () => {
  const sum = fc.integer({ min: 1, max: 1_000_000 });
  const withVat: Tariff = { ...byCreditor, vatMode: 'included', vatBps: 2200 };
  const tariffs = fc.constantFrom(byDebtor, byCreditor, withVat);
  fc.assert(
    fc.property(
      tariffs,
      fc.array(sum, { minLength: 1, maxLength: 8 }),
      fc.array(sum, { maxLength: 20 }),
      (tariff, rows, some) => {
        const whole = rows.reduce((total, amount) => total + amount, 0);
        const payments = [...some, whole];
        const fees = feesOf(tariff, rows, payments);
        const payable = rows.map((amount) => ({ amount: kopecks(amount), dueDate: toDay('2026-12-01') }));
        const quoted = quoteFee(tariff, kopecks(whole), payable);
        const total = (of: (fee: (typeof fees)[number]) => Kopecks) => fees.reduce((all, fee) => all + of(fee), 0);
        expect([total(({ amount }) => amount), total(({ vat }) => vat)]).toEqual([quoted.amount, quoted.vat]);
      },
    ),
    // Seven kopecks between which the VAT grows and the fee does not.
    { examples: [[withVat, [273_550, 1], [223_147, 7]]] },
  );
});

test.each([
  [99, 1000, true],
  [100, 1000, false],
  [1, 2, true],
  [99, 99, false],
])('a payment of %i of the %i left is too small: %s', (amount, rest, isSo) =>
  expect(isTooSmall(kopecks(amount), kopecks(rest))).toBe(isSo),
);

describe('a row of which a new schedule has left a part', () => {
  const [agreed, first, second] = [null, toDay('2026-03-01'), toDay('2026-05-01')];
  const row = (no: number, amount: number, paid: number, days: Pick<ScheduledRow, 'addedOn' | 'replacedOn'>) => ({
    no,
    plannedDate: toDay('2026-04-15'),
    amount: kopecks(amount),
    paid: kopecks(paid),
    ...days,
  });
  const whole = row(1, 100_000, 40_000, { addedOn: agreed, replacedOn: first });
  const left = row(1, 40_000, 10_000, { addedOn: first, replacedOn: second });
  const last = row(1, 10_000, 10_000, { addedOn: second, replacedOn: null });
  const given = row(2, 50_000, 0, { addedOn: agreed, replacedOn: first });
  const anew = row(2, 30_000, 0, { addedOn: first, replacedOn: null });
  const all = [whole, given, left, anew, last];

  test('bears its fee by the row that it was, through any number of schedules', () => {
    expect([left, last, given, anew].map((one) => feeBase(one, all))).toEqual([100_000, 100_000, 50_000, 30_000]);
  });

  test('is found by the day; where none is so large the part stands for itself', () => {
    const base = (no: number, part: number, on: string) => feeBaseOn({ no, part: kopecks(part), on: toDay(on) }, all);
    expect(base(1, 40_000, '2026-02-01')).toBe(100_000);
    expect(base(2, 20_000, '2026-02-01')).toBe(50_000);
    expect(base(2, 20_000, '2026-04-01')).toBe(30_000);
    // On the day of the change the older one only where the newer is too small.
    expect([base(2, 20_000, '2026-03-01'), base(2, 40_000, '2026-03-01')]).toEqual([30_000, 50_000]);
    expect(base(3, 700, '2026-04-01')).toBe(700);
  });
});

test('what is compared is at one rate of VAT: it changes only what a creditor pays on top', () => {
  const onTop: Tariff = { ...byCreditor, vatMode: 'on_top', vatBps: 2000 };
  const before = { amount: kopecks(6000), vat: kopecks(1000) };
  expect(feeAtRate(onTop, before, 2000)).toBe(6000);
  expect(feeAtRate(onTop, before, 2200)).toBe(6100);
  expect(feeAtRate({ ...onTop, payer: 'individual' }, before, 2200)).toBe(6000);
  expect(feeAtRate({ ...onTop, vatMode: 'included' }, before, 2200)).toBe(6000);
  expect(feeOnTaken(onTop, [{ amount: kopecks(100_000), taken: kopecks(100_000) }], 2200)).toBe(6100);
});
