import { expect, test } from 'vitest';
import { agreedOf } from './agreed-sums.ts';

const offers = [
  { status: 'accepted' as const, amount: 3_000_000, price: { total: 3_600_000, interest: 600_000 } },
  { status: 'superseded' as const, amount: 2_000_000, price: { total: 2_000_000, interest: 0 } },
];
const agreed = {
  agreedAmount: 3_000_000,
  debtTotal: 4_000_000,
  debtorFee: null,
  closeReason: null,
  signedAt: '2026-11-01T09:00:00.000Z',
  offers,
  proposals: [],
  replaced: [],
  schedule: [
    { amount: 1_800_000, paid: 0, interest: 300_000, feeBase: 1_800_000 },
    { amount: 1_800_000, paid: 0, interest: 300_000, feeBase: 1_800_000 },
  ],
};
/** The first payment has been made, and what is left is paid without interest. */
const changed = {
  ...agreed,
  proposals: [{ kind: 'addendum' as const, status: 'accepted' as const, createdAt: '2026-11-10T09:00:00.000Z' }],
  replaced: [{ replacedOn: '2026-11-10' }],
  schedule: [
    { amount: 1_800_000, paid: 1_800_000, interest: 300_000, feeBase: 1_800_000 },
    { amount: 1_500_000, paid: 0, interest: 0, feeBase: 1_500_000 },
  ],
};
const tariff = {
  payer: 'individual' as const,
  base: 'paid_amount' as const,
  rateBps: 500,
  fixed: 0,
  min: 0,
  max: null,
  vatMode: 'none' as const,
  vatBps: 0,
  collect: 'invoice' as const,
};

test('what has been agreed is what the accepted offer says', () => {
  expect(agreedOf(agreed)).toMatchObject({ amount: 3_000_000, price: { total: 3_600_000, interest: 600_000 } });
});

test('after a new schedule it is what the schedule in force says, with what has been paid', () => {
  expect(agreedOf(changed)).toEqual({ amount: 3_000_000, price: { total: 3_300_000, interest: 300_000 } });
});

test('with the fee that the debtor bears: what has been charged of it, and what is still to be', () => {
  const debtorFee = { tariff, agreed: 3_000_000, charged: 90_000, paid: 1_800_000, paidWithoutFee: 0 };
  expect(agreedOf({ ...changed, debtorFee }).price.total).toBe(3_300_000 + 90_000 + 75_000);
});

test('an agreement that was ended for a breach tells what was agreed at first', () => {
  expect(agreedOf({ ...changed, closeReason: 'breached' }).price.total).toBe(3_600_000);
});
