import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { refundMachine, reverseAllocation, splitRefund } from './refund.ts';
import type { FeeWay } from './tariff.ts';

const k = kopecks;
const fee = (amount: number, vat: number) => ({ amount: k(amount), vat: k(vat) });
const nothing = { amount: k(0), overpaid: k(0), fee: fee(0, 0) };

test('a refund comes from every status to its end', () => {
  expect(refundMachine.reachable().toSorted()).toEqual([...refundMachine.statuses].toSorted());
  expect(refundMachine.canMove('succeeded', 'fail')).toBe(false);
});

describe('where a refund comes from', () => {
  const paid = { amount: k(100_000), overpaid: k(30_000), fee: fee(3_500, 583), way: 'withheld' as const };

  test('the overpaid rest goes first and takes no fee with it', () => {
    expect(splitRefund(paid, nothing, k(20_000))).toEqual({
      overpaid: 20_000,
      fromDebt: 0,
      fee: fee(0, 0),
      returned: 20_000,
    });
  });

  test('then what the debt has taken, with its share of the fee', () => {
    const before = { amount: k(20_000), overpaid: k(20_000), fee: fee(0, 0) };
    expect(splitRefund(paid, before, k(45_000))).toEqual({
      overpaid: 10_000,
      fromDebt: 35_000,
      fee: fee(1_750, 292),
      returned: 45_000,
    });
  });

  test('a fee on top comes back to who has paid it', () => {
    const onTop = { amount: k(90_000), overpaid: k(0), fee: fee(1_000, 0), way: 'on_top' as const };
    expect(splitRefund(onTop, nothing, k(30_000)).returned).toBe(30_333);
    expect(splitRefund(onTop, nothing, k(90_000)).returned).toBe(91_000);
  });

  test('a fee that lay on rows comes back with the rows', () => {
    // A row of 1 000 ₽ bore 50 ₽, the next one of 10 000 ₽ bore 100 ₽; the later goes back first.
    const feeOn = (back: Kopecks): Kopecks =>
      k(Math.round(back <= 1_000_000 ? back / 100 : 10_000 + (back - 1_000_000) / 20));
    const byRows = { amount: k(1_100_000), overpaid: k(0), fee: fee(15_000, 0), way: 'on_top' as const, feeOn };
    const first = splitRefund(byRows, nothing, k(1_000_000));
    expect(first.fee.amount).toBe(10_000);
    const before = { amount: k(1_000_000), overpaid: k(0), fee: first.fee };
    expect(splitRefund(byRows, before, k(50_000)).fee.amount).toBe(2_500);
    expect(splitRefund(byRows, before, k(100_000)).fee.amount).toBe(5_000);
  });

  test('what refunds by money have brought back too much waits', () => {
    const byRows = {
      amount: k(100_000),
      overpaid: k(0),
      fee: fee(5_000, 0),
      way: 'withheld' as const,
      feeOn: (back: Kopecks) => k(Math.floor(back / 40)),
    };
    const before = { amount: k(50_000), overpaid: k(0), fee: fee(4_000, 0) };
    expect(splitRefund(byRows, before, k(10_000)).fee.amount).toBe(0);
    expect(splitRefund(byRows, before, k(50_000)).fee.amount).toBe(1_000);
  });

  test('more than is left is refused', () => {
    expect(() => splitRefund(paid, nothing, k(100_001))).toThrow(RangeError);
    expect(() => splitRefund(paid, nothing, k(0))).toThrow(RangeError);
  });

  test('whatever the parts, in the end the whole payment and the whole fee have gone back', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 8 });
    const ways = fc.constantFrom<FeeWay>('withheld', 'invoiced', 'on_top');
    fc.assert(
      fc.property(parts, fc.nat(100), fc.nat(2_000), fc.nat(100), ways, (amounts, over, charged, vatShare, way) => {
        const amount = amounts.reduce((sum, part) => sum + part, 0);
        const overpaid = k(Math.floor((amount * over) / 101));
        const whole = fee(charged, Math.floor((charged * vatShare) / 100));
        let before: { amount: Kopecks; overpaid: Kopecks; fee: typeof whole } = nothing;
        let returned = 0;
        for (const part of amounts) {
          const split = splitRefund({ amount: k(amount), overpaid, fee: whole, way }, before, k(part));
          expect(split.overpaid + split.fromDebt).toBe(part);
          expect(split.fee.vat).toBeGreaterThanOrEqual(0);
          returned += split.returned;
          before = {
            amount: k(before.amount + part),
            overpaid: k(before.overpaid + split.overpaid),
            fee: fee(before.fee.amount + split.fee.amount, before.fee.vat + split.fee.vat),
          };
        }
        expect(before).toEqual({ amount, overpaid, fee: whole });
        expect(returned).toBe(amount + (way === 'on_top' ? charged : 0));
      }),
    );
  });
});

describe('which rows are open again', () => {
  const row = (no: number, principal: number, interest: number) => ({
    no,
    principal: k(principal),
    interest: k(interest),
  });
  const rows = [row(1, 900, 100), row(2, 500, 50)];

  test('the latest first, in it principal before interest', () => {
    const held = { rows, penalty: k(0) };
    expect(reverseAllocation(k(300), held).rows).toEqual([row(2, 300, 0)]);
    expect(reverseAllocation(k(520), held).rows).toEqual([row(2, 500, 20)]);
    expect(reverseAllocation(k(1_000), held).rows).toEqual([row(1, 450, 0), row(2, 500, 50)]);
  });

  test('a penalty, which was taken last, goes back before all rows', () => {
    const held = { rows, penalty: k(70) };
    expect(reverseAllocation(k(50), held)).toEqual({ penalty: 50, rows: [] });
    expect(reverseAllocation(k(370), held)).toEqual({ penalty: 70, rows: [row(2, 300, 0)] });
  });

  test('exactly what goes back, and never more than is held', () => {
    fc.assert(
      fc.property(fc.nat(1_620), (amount) => {
        const back = reverseAllocation(k(amount), { rows, penalty: k(70) });
        const ofRows = sumKopecks(back.rows.map(({ principal, interest }) => k(principal + interest)));
        expect(ofRows + back.penalty).toBe(amount);
      }),
    );
    expect(() => reverseAllocation(k(1_621), { rows, penalty: k(70) })).toThrow(RangeError);
  });
});
