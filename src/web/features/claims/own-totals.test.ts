import { expect, test } from 'vitest';
import { totalsOf } from './own-totals.ts';

const signed = (id: number, left: number, nextDueDate: string | null, nextSum: number | null, feeByDebtor = false) =>
  ({ id, status: 'waiting_for_payment', isSigned: true, paid: 0, left, nextDueDate, nextSum, feeByDebtor }) as const;
const claim = (id: number, totalAmount: number, settlement: ReturnType<typeof signed> | null = null) => ({
  id,
  creditor: `Кредитор ${id}`,
  contractNumber: `МЗ-${id}`,
  contractDate: '2026-01-12',
  contested: false,
  settled: false,
  totalAmount,
  settlement,
});
const goesOn = () => false;

test('what is signed counts by its schedule, anything else as its creditor states it', () => {
  const all = [claim(1, 50_000), claim(2, 90_000, signed(7, 30_000, '2027-02-01', 10_000, true))];
  expect(totalsOf(all, goesOn)).toEqual({
    count: 2,
    total: 80_000,
    agreed: 30_000,
    andFee: true,
    next: { sum: 10_000, dueDate: '2027-02-01', creditor: 'Кредитор 2', settlementId: 7 },
  });
});

test('nothing is owed of what is settled or paid', () => {
  const paid = { ...signed(7, 0, null, null), status: 'paid' } as const;
  const all = [
    { ...claim(1, 50_000), settled: true },
    { ...claim(2, 90_000), settlement: paid },
  ];
  expect(totalsOf(all, goesOn)).toMatchObject({ count: 0, total: 0, next: undefined });
});

test('the first payment that is asked for is named', () => {
  const all = [
    claim(1, 1, signed(1, 5, '2027-03-01', 5)),
    claim(2, 1, signed(2, 5, '2027-01-01', 3)),
    claim(3, 1, signed(3, 5, '2027-02-01', 4)),
  ];
  expect(totalsOf(all, goesOn).next).toMatchObject({ settlementId: 2, sum: 3 });
  expect(totalsOf(all, (id) => id === 2).next).toMatchObject({ settlementId: 3, sum: 4 });
});

test('a contract that two creditors claim is owed once', () => {
  const same = { contested: true, contractNumber: 'МЗ-1', contractDate: '2026-01-12' };
  const [one, other] = [
    { ...claim(1, 50_000), ...same },
    { ...claim(2, 50_000), ...same },
  ];
  expect(totalsOf([one, other], goesOn)).toMatchObject({ count: 1, total: 50_000 });
  expect(totalsOf([{ ...one, settlement: signed(7, 30_000, null, null) }, other], goesOn)).toMatchObject({
    count: 1,
    total: 30_000,
  });
});
