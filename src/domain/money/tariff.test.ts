import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { toDay } from '../values/days.ts';
import { kopecks } from '../values/money.ts';
import {
  checkTariff,
  defaultFee,
  type Fee,
  feeOf,
  feeWay,
  includedVat,
  NO_FEE,
  nextFeePart,
  overlappingTariffs,
  pickTariff,
  quoteFee,
  type Tariff,
} from './tariff.ts';

const TARIFF: Tariff = {
  legalEntityId: null,
  legalEntityTypeId: null,
  individualCategoryId: null,
  ...defaultFee(KNOWN_RATES, toDay('2026-11-20')),
  vatMode: 'none',
  vatBps: 0,
  collect: 'invoice',
  validFrom: toDay('2026-01-01'),
  validTo: null,
};
const vat = { vatMode: 'included', vatBps: 2000 } as const;

describe('the fee', () => {
  test.each<[string, Partial<Tariff>, base: number, amount: number, vat: number]>([
    ['a share', {}, 1_166_667, 58_333, 0],
    ['half a kopeck counts up', {}, 10, 1, 0],
    ['a share and a fixed part', { fixed: kopecks(1000) }, 1_166_667, 59_333, 0],
    ['not below the least', { min: kopecks(5000) }, 10_000, 5000, 0],
    ['not above the most', { max: kopecks(300) }, 10_000, 300, 0],
    ['VAT within', vat, 1_200_000, 60_000, 10_000],
    ['VAT within, rounded', vat, 1_166_667, 58_333, 9722],
    ['VAT on top', { vatMode: 'on_top', vatBps: 2000 }, 1_200_000, 72_000, 12_000],
    ['VAT on top of the most', { vatMode: 'on_top', vatBps: 2000, max: kopecks(1000) }, 1_200_000, 1200, 200],
    ['withheld no more than is paid', { collect: 'withhold', min: kopecks(5000) }, 1200, 1200, 0],
    ['VAT of what is withheld', { ...vat, collect: 'withhold', min: kopecks(5000) }, 1200, 1200, 200],
    [
      'on top of a payment, whatever the collection',
      { payer: 'individual', collect: 'withhold', min: kopecks(5000) },
      1200,
      5000,
      0,
    ],
    ['nothing paid', {}, 0, 0, 0],
  ])('%s', (_, changed, base, amount, vatAmount) =>
    expect(feeOf({ ...TARIFF, ...changed }, kopecks(base))).toEqual({ amount, vat: vatAmount }),
  );

  test('VAT within a sum', () => expect(includedVat(kopecks(12_200), 2200)).toBe(2200));
});

test('which way a fee is taken', () => {
  expect(feeWay({ payer: 'creditor', collect: 'withhold' })).toBe('withheld');
  expect(feeWay({ payer: 'creditor', collect: 'invoice' })).toBe('invoiced');
  expect(feeWay({ payer: 'individual', collect: 'invoice' })).toBe('on_top');
});

describe('a wrong tariff is refused at its field', () => {
  test.each<[Partial<Tariff>, string[]]>([
    [{}, []],
    [{ max: kopecks(0) }, []],
    [{ legalEntityId: 1 }, []],
    [{ legalEntityTypeId: 2, individualCategoryId: 3 }, []],
    [{ rateBps: 10_000 }, []],
    [{ payer: 'individual', rateBps: 500 }, []],
    [{ payer: 'individual', rateBps: 501 }, ['rateBps']],
    [{ payer: 'individual', rateBps: 409, vatMode: 'on_top', vatBps: 2200 }, []],
    [{ payer: 'individual', rateBps: 410, vatMode: 'on_top', vatBps: 2200 }, ['rateBps']],
    [{ validTo: toDay('2026-01-01') }, []],
    [{ rateBps: 0, fixed: kopecks(1) }, []],
    [
      { legalEntityId: 1, legalEntityTypeId: 2, individualCategoryId: 3 },
      ['legalEntityTypeId', 'individualCategoryId'],
    ],
    [{ rateBps: 10_001 }, ['rateBps']],
    [{ rateBps: 0.5 }, ['rateBps']],
    [{ rateBps: 0 }, ['rateBps']],
    [{ fixed: kopecks(-1) }, ['fixed']],
    [{ min: kopecks(-1) }, ['min']],
    [{ min: kopecks(2), max: kopecks(1) }, ['max']],
    [{ vatMode: 'included' }, ['vatBps']],
    [{ vatBps: -1 }, ['vatBps']],
    [{ validTo: toDay('2025-12-31') }, ['validTo']],
  ])('%j', (changed, fields) =>
    expect(checkTariff({ ...TARIFF, ...changed }).map(({ field }) => field)).toEqual(fields),
  );
});

describe('which tariff', () => {
  const key = (
    legalEntityId: number | null,
    legalEntityTypeId: number | null,
    individualCategoryId: number | null,
  ) => ({
    ...TARIFF,
    legalEntityId,
    legalEntityTypeId,
    individualCategoryId,
  });
  const common = key(null, null, null);
  const category = key(null, null, 3);
  const type = key(null, 2, null);
  const both = key(null, 2, 3);
  const own = key(1, null, null);
  const subject = { legalEntityId: 1, legalEntityTypeId: 2, individualCategoryId: 3, day: toDay('2026-06-01') };

  test('legal entity > type and category > type > category > common', () => {
    const all = [common, category, type, both, own];
    for (const expected of all.toReversed()) {
      expect(pickTariff(all.slice(0, all.indexOf(expected) + 1), subject)).toBe(expected);
      expect(pickTariff(all.slice(0, all.indexOf(expected) + 1).toReversed(), subject)).toBe(expected);
    }
  });

  test('those of others do not count', () => {
    const others = [key(9, null, null), key(null, 9, null), key(null, null, 9), key(null, 2, 9), key(null, 9, 3)];
    expect(pickTariff(others, subject)).toBeNull();
    expect(pickTariff([...others, common], subject)).toBe(common);
    expect(
      pickTariff([category, type], { ...subject, legalEntityTypeId: null, individualCategoryId: null }),
    ).toBeNull();
  });

  test.each([
    ['2025-12-31', false],
    ['2026-01-01', true],
    ['2026-06-30', true],
    ['2026-07-01', false],
  ])('valid on %s: %s', (day, found) => {
    const tariff = { ...TARIFF, validTo: toDay('2026-06-30') };
    expect(pickTariff([tariff], { ...subject, day: toDay(day) })).toBe(found ? tariff : null);
  });

  test('two of the same key may not overlap', () => {
    const half = { ...TARIFF, validTo: toDay('2026-06-30') };
    const after = { ...TARIFF, validFrom: toDay('2026-07-01') };
    expect(overlappingTariffs([half], after)).toEqual([]);
    expect(overlappingTariffs([after], half)).toEqual([]);
    expect(overlappingTariffs([half], { ...after, validFrom: toDay('2026-06-30') })).toEqual([half]);
    expect(overlappingTariffs([after], { ...half, validTo: toDay('2026-07-01') })).toEqual([after]);
    expect(overlappingTariffs([TARIFF, type], TARIFF)).toEqual([TARIFF]);
  });
});

test('a fee reversed by refunds is reversed to the kopeck', () => {
  const none: Fee = { amount: kopecks(0), vat: kopecks(0) };
  const history = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(history, (refunds) => {
      const paid = kopecks(refunds.reduce((sum, part) => sum + part));
      const fee = feeOf({ ...TARIFF, ...vat }, paid);
      let posted = none;
      let done = kopecks(0);
      for (const refund of refunds) {
        done = kopecks(done + refund);
        const part = nextFeePart(fee, posted, done, paid);
        expect(part.amount >= 0 && part.vat >= 0).toBe(true);
        posted = { amount: kopecks(posted.amount + part.amount), vat: kopecks(posted.vat + part.vat) };
      }
      expect(posted).toEqual(fee);
    }),
  );
});

test('a total that has grown since, as by credit holidays, takes nothing back: the fee waits until it has caught up', () => {
  const fee = { amount: kopecks(300_000), vat: kopecks(54_098) };
  const posted = nextFeePart(fee, NO_FEE, kopecks(6_000_000), kopecks(11_000_000));
  expect(nextFeePart(fee, posted, kopecks(6_100_000), kopecks(11_500_000))).toEqual(NO_FEE);
  const rest = nextFeePart(fee, posted, kopecks(11_500_000), kopecks(11_500_000));
  expect([rest.amount + posted.amount, rest.vat + posted.vat]).toEqual([fee.amount, fee.vat]);
});

describe('VAT of the day of service', () => {
  const creditor: Tariff = { ...TARIFF, collect: 'withhold', rateBps: 500, vatMode: 'on_top', vatBps: 2000 };
  test('is within the fee that stays the same', () =>
    expect(feeOf({ ...creditor, vatMode: 'included' }, kopecks(12_200_000), 2200)).toEqual({
      amount: 610_000,
      vat: 110_000,
    }));
  test('is on top of the fee of a creditor', () =>
    expect(feeOf(creditor, kopecks(1_000_000), 2200)).toEqual({ amount: 61_000, vat: 11_000 }));
  test('never raises what a debtor has agreed to pay', () => {
    expect(feeOf({ ...creditor, payer: 'individual' }, kopecks(1_000_000), 2200)).toEqual({
      amount: 60_000,
      vat: 10_820,
    });
  });
  test('is quoted for each payment by its own day', () => {
    const vatOn = (day: string) => (day < '2026-01-01' ? 2000 : 2200);
    const rows = ['2025-12-31', '2026-01-01'].map((day) => ({ amount: kopecks(1_000_000), dueDate: toDay(day) }));
    expect(quoteFee(creditor, kopecks(2_000_000), rows, vatOn)).toEqual({ amount: 121_000, vat: 21_000 });
  });
});
