import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FeeRule, feeOf, nextFeePart } from '../../money/tariff.ts';
import { kopecks, sumKopecks } from '../../values/money.ts';
import { type DebtorFee, feesByRows, feeWith, settledFeeAtRate, upcomingDebtorFee } from './debtor-fee.ts';

const k = kopecks;
const rule: FeeRule = {
  payer: 'individual',
  base: 'agreed_amount',
  rateBps: 500,
  fixed: k(0),
  min: k(0),
  max: null,
  vatMode: 'none',
  vatBps: 0,
  collect: 'invoice',
};
const none: DebtorFee = { tariff: rule, agreed: k(3_000_000), charged: k(0), paid: k(0), paidWithoutFee: k(0) };
const rows = [1_000_000, 1_000_000, 1_000_000].map((amount) => ({ amount: k(amount) }));

describe('a fee of the agreed sum', () => {
  test('goes with each payment in its share', () => {
    expect(upcomingDebtorFee(none, rows)).toBe(150_000);
    expect(feesByRows(none, rows)).toEqual([50_000, 50_000, 50_000]);
    expect(feeWith(none, rows, k(1_500_000))).toBe(75_000);
  });

  test('is not charged in the share of money that has borne none', () => {
    const past = { ...none, paid: k(1_200_000), paidWithoutFee: k(1_200_000) };
    const left = [{ amount: k(1_000_000), paid: k(1_000_000) }, { amount: k(1_000_000), paid: k(200_000) }, rows[2]!];
    expect(upcomingDebtorFee(past, left)).toBe(90_000);
    expect(feesByRows(past, left)).toEqual([0, 40_000, 50_000]);
    // The same of a new schedule for the rest, whose rows nobody has paid anything of.
    expect(upcomingDebtorFee(past, [{ amount: k(1_800_000) }])).toBe(90_000);
  });
});

// НК РФ, ст. 164: 20 % until 31.12.2025, 22 % from 01.01.2026. The change falls between two payments, and so does a pause.
test.each([
  ['individual', 'on_top', 12_000, 12_000],
  ['individual', 'included', 10_000, 10_000],
  ['creditor', 'included', 10_000, 10_000],
  // Half of it was charged before at the old rate, though by now that is the share of less than half of the schedule.
  ['creditor', 'on_top', 12_200, 6_000 + 6_100],
] as const)(
  'a fee that %s bears with VAT %s is charged whole, whatever becomes of the rate',
  (payer, vatMode, fee, all) => {
    const tariff: FeeRule = { ...rule, payer, vatMode, rateBps: 1000, vatBps: 2000 };
    const before = nextFeePart(feeOf(tariff, k(100_000)), { amount: k(0), vat: k(0) }, k(50_000), k(100_000));
    const whole = feeOf(tariff, k(100_000), 2200);
    expect(whole.amount).toBe(fee);
    const of = { withoutFee: k(0), total: k(120_000), vatBps: 2200 };
    const rest = nextFeePart(whole, settledFeeAtRate(tariff, whole, before, of), k(120_000), k(120_000));
    expect(before.amount + rest.amount).toBe(all);
    // The service of that day bears the VAT of that day.
    expect(Math.abs(rest.vat - (rest.amount * 2200) / 12_200)).toBeLessThanOrEqual(1);
  },
);

test('a fee of each payment is that of its row, and of a part of a row its share', () => {
  const least = { ...none, tariff: { ...rule, base: 'paid_amount', min: k(60_000) } } as const;
  expect(feesByRows(least, rows)).toEqual([60_000, 60_000, 60_000]);
  expect(feeWith(least, rows, k(1_500_000))).toBe(90_000);
  expect(feeWith(least, [{ amount: k(1_000_000), paid: k(500_000) }], k(500_000))).toBe(30_000);
});

test('a part that a new schedule has left of a row, opened again, bears its share of the fee of that row', () => {
  const least = { ...none, tariff: { ...rule, base: 'paid_amount', min: k(60_000) } } as const;
  const left = { amount: k(100_000), paid: k(50_000), feeBase: k(1_000_000) };
  expect(feesByRows(least, [left, rows[1]!])).toEqual([3_000, 60_000]);
});

test('a creditor who bears the fee leaves none to the debtor', () => {
  expect(feesByRows({ ...none, tariff: { ...rule, payer: 'creditor' } }, rows)).toEqual([0, 0, 0]);
  expect(upcomingDebtorFee({ ...none, tariff: null }, rows)).toBe(0);
});

test('however a schedule is paid, here or past the platform, what is told beside the rest is what is charged for it', () => {
  const part = fc.record({ sum: fc.integer({ min: 1, max: 400_000 }), isHere: fc.boolean() });
  fc.assert(
    fc.property(fc.constantFrom('agreed_amount', 'paid_amount'), fc.array(part), (base, parts) => {
      let fee: DebtorFee = { ...none, tariff: { ...rule, base, fixed: k(777) } };
      let schedule = rows.map((row) => ({ ...row, paid: k(0) }));
      const pay = (sum: number, isHere: boolean): void => {
        const charged = isHere ? feeWith(fee, schedule, k(sum)) : 0;
        let left = sum;
        schedule = schedule.map(({ amount, paid }) => {
          const taken = Math.min(left, amount - paid);
          left -= taken;
          return { amount, paid: k(paid + taken) };
        });
        const taken = sum - left;
        fee = {
          ...fee,
          charged: k(fee.charged + charged),
          paid: k(fee.paid + taken),
          paidWithoutFee: k(fee.paidWithoutFee + (isHere ? 0 : taken)),
        };
      };
      for (const { sum, isHere } of parts) pay(sum, isHere);
      const told = upcomingDebtorFee(fee, schedule);
      const before = fee.charged;
      for (const { amount, paid } of schedule.map((row) => ({ ...row }))) if (amount > paid) pay(amount - paid, true);
      expect(fee.charged - before).toBe(told);
      expect(sumKopecks(feesByRows(fee, schedule))).toBe(0);
      // A kopeck of each row and of each part is for their rounding.
      if (base === 'agreed_amount') expect(fee.charged).toBeLessThanOrEqual(150_777);
    }),
  );
});
