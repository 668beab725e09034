import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KNOWN_RATES } from '../rates/known-rates.ts';
import { addDays, toDay } from '../values/days.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { allocateToSchedule, type OpenRow } from './allocation.ts';
import type { FeeWay } from './fee-kinds.ts';
import { paidBeforeDue, refundableNow, refundMachine, reverseAllocation, splitRefund } from './refund.ts';
import { type FeeOfRows, feeOfParts, feeOnTaken, prechargedFee, type RowPart, withoutPrecharged } from './row-fee.ts';
import { defaultFee, type FeeRule, feeOf } from './tariff.ts';

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
    const opens = (back: Kopecks): Kopecks =>
      k(Math.round(back <= 1_000_000 ? back / 100 : 10_000 + (back - 1_000_000) / 20));
    const paid = { amount: k(1_100_000), overpaid: k(0), fee: fee(15_000, 0), way: 'on_top' as const };
    const first = splitRefund(
      { ...paid, feeOnRows: { charged: k(15_000), openedBefore: k(0), opens } },
      nothing,
      k(1_000_000),
    );
    expect(first.fee.amount).toBe(10_000);
    const before = { amount: k(1_000_000), overpaid: k(0), fee: first.fee };
    const rest = (back: Kopecks): Kopecks => k(Math.round(back / 20));
    const byRows = { ...paid, feeOnRows: { charged: k(15_000), openedBefore: k(10_000), opens: rest } };
    expect(splitRefund(byRows, before, k(50_000)).fee.amount).toBe(2_500);
    expect(splitRefund(byRows, before, k(100_000)).fee.amount).toBe(5_000);
  });

  test('rows of other payments that bear more bring back no more than the payment has brought', () => {
    // Its own row of 1 000 ₽ bore 10 ₽; what is open again is a row of 500 ₽ that bore 50 ₽, and then its own.
    const opens = (back: Kopecks) => k(back <= 50_000 ? back / 10 : 5_000 + (back - 50_000) / 100);
    const paid = { amount: k(100_000), overpaid: k(0), fee: fee(1_000, 0), way: 'on_top' as const };
    const byRows = { ...paid, feeOnRows: { charged: k(1_000), openedBefore: k(0), opens } };
    expect(splitRefund(byRows, nothing, k(5_000)).fee.amount).toBe(500);
    expect(splitRefund(byRows, nothing, k(50_000)).fee.amount).toBe(1_000);
    const before = { amount: k(50_000), overpaid: k(0), fee: fee(1_000, 0) };
    expect(splitRefund(byRows, before, k(50_000)).fee.amount).toBe(0);
  });

  test('what refunds by money have brought back too much waits', () => {
    const byRows = {
      amount: k(100_000),
      overpaid: k(0),
      fee: fee(5_000, 0),
      way: 'withheld' as const,
      feeOnRows: { charged: k(2_500), openedBefore: k(1_250), opens: (back: Kopecks) => k(Math.floor(back / 40)) },
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

describe('what may go back without making anybody late', () => {
  const due = toDay('2026-11-10');
  const row = (no: number, principal: number, dueDate = due) => ({
    no,
    principal: k(principal),
    interest: k(0),
    dueDate,
  });

  test('what was paid ahead of the rows whose day has come, and the penalty', () => {
    const held = { rows: [row(1, 900), row(2, 500, addDays(due, 30)), row(3, 0, addDays(due, 60))], penalty: k(70) };
    expect(paidBeforeDue(held, due)).toBe(570);
    expect(paidBeforeDue(held, addDays(due, -1))).toBe(1_470);
    expect(paidBeforeDue(held, addDays(due, 30))).toBe(70);
    expect(paidBeforeDue({ rows: [], penalty: k(0) }, due)).toBe(0);
  });

  test('so much of it opens no row whose day has come; a kopeck more opens one', () => {
    const sums = fc.array(fc.nat(500), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(sums, fc.nat(6), fc.nat(100), (paid, days, penalty) => {
        const rows = paid.map((sum, index) => row(index + 1, sum, addDays(due, index)));
        const today = addDays(due, days - 1);
        const held = { rows, penalty: k(penalty) };
        const most = paidBeforeDue(held, today);
        const isLate = (back: ReturnType<typeof reverseAllocation>) =>
          back.rows.some(({ no }) => rows[no - 1]!.dueDate <= today);
        expect(isLate(reverseAllocation(most, held))).toBe(false);
        const all = penalty + paid.reduce((sum, one) => sum + one, 0);
        if (most < all) expect(isLate(reverseAllocation(k(most + 1), held))).toBe(true);
      }),
    );
  });
});

test('whatever comes and goes back, the schedule is as it would be had only the rest come', () => {
  const asked = [k(700), k(300), k(500)];
  const schedule = asked.map((principal, index): OpenRow => ({ no: index + 1, principal, interest: k(0) }));
  const sums = fc.array(fc.integer({ min: -1_500, max: 1_500 }), { maxLength: 12 });
  fc.assert(
    fc.property(sums, (changes) => {
      let held = schedule.map((row) => ({ ...row, principal: k(0) }));
      let rest = 0;
      const change = (parts: readonly OpenRow[], sign: 1 | -1) => {
        for (const { no, principal } of parts)
          held = held.map((row) => (row.no === no ? { ...row, principal: k(row.principal + sign * principal) } : row));
      };
      for (const sum of changes) {
        if (sum >= 0) {
          const open = schedule.map((row, index) => ({ ...row, principal: k(row.principal - held[index]!.principal) }));
          const { rows, overpaid } = allocateToSchedule(k(sum), open, k(0));
          change(rows, 1);
          rest += sum - overpaid;
        } else {
          const back = Math.min(rest, -sum);
          change(reverseAllocation(k(back), { rows: held, penalty: k(0) }).rows, -1);
          rest -= back;
        }
      }
      const taken = allocateToSchedule(k(rest), schedule, k(0)).rows;
      expect(held.filter(({ principal }) => principal > 0)).toEqual(taken);
    }),
  );
});

test('whatever is paid, goes back and is paid again, the fee is never more than was quoted', () => {
  const tariff: FeeRule = {
    ...defaultFee(KNOWN_RATES, toDay('2026-11-20')),
    payer: 'individual',
    rateBps: 100,
    min: k(5_000),
    vatMode: 'none',
    vatBps: 0,
  };
  const asked = [k(2_000_000), k(100_000), k(700_000)];
  const quoted = asked.reduce((sum, amount) => sum + feeOf(tariff, amount).amount, 0);
  const steps = fc.array(
    fc.record({ amount: fc.integer({ min: 100, max: 2_500_000 }), back: fc.boolean(), of: fc.nat(9) }),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(steps, (some) => {
      let held = asked.map((_, index): OpenRow => ({ no: index + 1, principal: k(0), interest: k(0) }));
      const change = (parts: readonly OpenRow[], sign: 1 | -1) => {
        for (const { no, principal } of parts)
          held = held.map((row) => (row.no === no ? { ...row, principal: k(row.principal + sign * principal) } : row));
      };
      const partOf = ({ no, principal }: OpenRow): RowPart => ({
        amount: asked[no - 1]!,
        before: held[no - 1]!.principal,
        taken: principal,
      });
      const weight = (rows: readonly OpenRow[]) => feeOnTaken(tariff, rows.map(partOf));
      const payments: { amount: Kopecks; fee: Kopecks; rows: OpenRow[]; opened: OpenRow[]; before: typeof nothing }[] =
        [];
      const refunds: FeeOfRows[] = [];
      let since: FeeOfRows[] = [];
      let charged = 0;
      const pay = (sum: Kopecks) => {
        const open = held.map((row) => ({ ...row, principal: k(asked[row.no - 1]! - row.principal) }));
        const { rows, overpaid } = allocateToSchedule(sum, open, k(0));
        if (overpaid === sum) return;
        const due = withoutPrecharged(feeOfParts(tariff, rows.map(partOf)), prechargedFee(refunds, since)).amount;
        if (refunds.length > 0) since = [...since, { byRows: weight(rows), fee: due }];
        payments.push({ amount: k(sum - overpaid), fee: due, rows: [...rows], opened: [], before: nothing });
        change(rows, 1);
        charged += due;
      };
      const giveBack = (index: number, most: number) => {
        const payment = payments[index % Math.max(1, payments.length)];
        if (!payment) return;
        const amount = k(Math.min(most, payment.amount - payment.before.amount));
        if (amount === 0) return;
        const feeOnRows = {
          charged: weight(payment.rows),
          openedBefore: weight(payment.opened),
          opens: (back: Kopecks) => weight(reverseAllocation(back, { rows: held, penalty: k(0) }).rows),
        };
        const paid = {
          amount: payment.amount,
          overpaid: k(0),
          fee: fee(payment.fee, 0),
          way: 'on_top' as const,
          feeOnRows,
        };
        const split = splitRefund(paid, payment.before, amount);
        const { rows } = reverseAllocation(amount, { rows: held, penalty: k(0) });
        refunds.push({ byRows: weight(rows), fee: split.fee.amount });
        payment.opened.push(...rows);
        const { before } = payment;
        payment.before = {
          ...before,
          amount: k(before.amount + amount),
          fee: fee(before.fee.amount + split.fee.amount, 0),
        };
        change(rows, -1);
        charged -= split.fee.amount;
      };
      for (const { amount, back, of } of some) {
        if (back) giveBack(of, amount);
        else pay(k(amount));
        // A kopeck of each step is left for its rounding.
        expect(charged).toBeLessThanOrEqual(quoted + some.length);
        expect(charged).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

describe('how much of a payment may go back', () => {
  const paid = {
    status: 'partially_refunded' as const,
    channel: 'sbp' as const,
    amount: 100,
    overpaid: 30,
    returned: 40,
    returnedOverpaid: 30,
    gone: 0,
    isReturning: false,
    isRunning: true,
    isPaidOut: false,
  };

  test('what is left of it; of a closed settlement, or once its creditor is paid out, the overpaid rest alone', () => {
    expect(refundableNow(paid)).toEqual({ overpaid: 0, fromDebt: 60 });
    expect(refundableNow({ ...paid, isRunning: false })).toEqual({ overpaid: 0, fromDebt: 0 });
    const untouched = { ...paid, status: 'succeeded' as const, returned: 0, returnedOverpaid: 0 };
    expect(refundableNow({ ...untouched, isRunning: false })).toEqual({ overpaid: 30, fromDebt: 0 });
    expect(refundableNow({ ...untouched, isPaidOut: true })).toEqual({ overpaid: 30, fromDebt: 0 });
  });

  test('nothing of what has left besides and was written off', () => {
    expect(refundableNow({ ...paid, gone: 20 })).toEqual({ overpaid: 0, fromDebt: 40 });
    expect(refundableNow({ ...paid, gone: 90 })).toEqual({ overpaid: 0, fromDebt: 0 });
    const untouched = { ...paid, status: 'succeeded' as const, returned: 0, returnedOverpaid: 0, gone: 80 };
    expect(refundableNow(untouched)).toEqual({ overpaid: 20, fromDebt: 0 });
  });

  test('nothing of money past the platform, of money that has not come, and while a part is on its way', () => {
    const nothing = { overpaid: 0, fromDebt: 0 };
    expect(refundableNow({ ...paid, channel: 'outside' })).toEqual(nothing);
    expect(refundableNow({ ...paid, channel: 'bank_transfer' })).toEqual(nothing);
    expect(refundableNow({ ...paid, status: 'processing' })).toEqual(nothing);
    expect(refundableNow({ ...paid, isReturning: true })).toEqual(nothing);
  });
});
