import { greater, lesser, minus } from '../values/exact.ts';
import { machine, type StatusOf } from '../values/machine.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import type { OpenRow } from './allocation.ts';
import { type Fee, type FeeWay, NO_FEE, nextFeePart } from './tariff.ts';

/** Money on its way back to whoever paid, once two persons have decided it (docs/domain.md §7.3, §9 E7). */
export const refundMachine = machine('refund', {
  first: 'created',
  states: {
    created: { label: 'Передаётся партнёру', tone: 'info' },
    processing: { label: 'В обработке', tone: 'info' },
    succeeded: { label: 'Возвращён', tone: 'success' },
    failed: { label: 'Не прошёл', tone: 'danger' },
  },
  moves: {
    send: { from: ['created'], to: 'processing', by: ['partner', 'system'], label: 'Принять в обработку' },
    succeed: { from: ['created', 'processing'], to: 'succeeded', by: ['partner', 'system'], label: 'Вернуть' },
    fail: { from: ['created', 'processing'], to: 'failed', by: ['partner', 'system'], label: 'Отказать' },
  },
});

export type RefundStatus = StatusOf<typeof refundMachine>;

/** A payer's question for his money back. It is granted when two persons have decided the refund (docs/domain.md §13). */
export const refundRequestMachine = machine('refundRequest', {
  first: 'asked',
  states: {
    asked: { label: 'На рассмотрении', tone: 'warning' },
    granted: { label: 'Одобрен', tone: 'success' },
    refused: { label: 'Отказано', tone: 'danger' },
    withdrawn: { label: 'Отозвана', tone: 'neutral' },
  },
  moves: {
    grant: { from: ['asked'], to: 'granted', by: ['administrator', 'operator:accountant'], label: 'Вернуть' },
    refuse: { from: ['asked'], to: 'refused', by: ['administrator', 'operator:accountant'], label: 'Отказать' },
    withdraw: { from: ['asked'], to: 'withdrawn', by: ['individual'], label: 'Отозвать просьбу' },
  },
});

export type RefundRequestStatus = StatusOf<typeof refundRequestMachine>;

/** A payment as its refunds need it, in kopecks: `overpaid` is the part of `amount` that no debt needed. */
type RefundablePayment = {
  readonly amount: Kopecks;
  readonly overpaid: Kopecks;
  readonly fee: Fee;
  readonly way: FeeWay;
  /** What of the fee lies on so much of what the debt has taken, given back in the order of refunds; by money where nobody says. */
  readonly feeOn?: (fromDebt: Kopecks) => Kopecks;
};

/** What has been returned of it before. */
type ReturnedBefore = { readonly amount: Kopecks; readonly overpaid: Kopecks; readonly fee: Fee };

/** Where a refund comes from, and what of the fee goes with it; kopecks. */
type RefundSplit = {
  readonly overpaid: Kopecks;
  readonly fromDebt: Kopecks;
  readonly fee: Fee;
  /** What the payer gets: a fee that he paid on top comes back to him as well. */
  readonly returned: Kopecks;
};

/**
 * Divides a refund: the overpaid rest goes first, then what was allocated to the debt. The fee is reversed in the share of what
 * it was charged of, and with the last kopeck whole (docs/domain.md §8.12): by the rows that it had paid, or by money. A fee on top of a
 * payment that was more than the debt was charged of all of it.
 * @throws RangeError when more is returned than is left of the payment
 */
export function splitRefund(paid: RefundablePayment, before: ReturnedBefore, amount: Kopecks): RefundSplit {
  if (amount <= 0 || before.amount + amount > paid.amount) throw new RangeError('More than is left of a payment');
  const overpaid = lesser(amount, minus(paid.overpaid, before.overpaid));
  const fromDebt = minus(amount, overpaid);
  const isOnTop = paid.way === 'on_top';
  const { charged, done } = isOnTop && paid.overpaid > 0 ? ofAll(paid, before, amount) : ofDebt(paid, before, fromDebt);
  const due = charged === 0 ? NO_FEE : nextFeePart(paid.fee, NO_FEE, done, charged);
  // Refunds of before went by money: what one of them has brought back too much waits for the next.
  const fee = { amount: missing(due.amount, before.fee.amount), vat: missing(due.vat, before.fee.vat) };
  return { overpaid, fromDebt, fee, returned: kopecks(amount + (isOnTop ? fee.amount : 0)) };
}

const missing = (due: Kopecks, done: Kopecks): Kopecks => minus(greater(due, done), done);

/** Of what a fee was charged, and how much of that has gone back with this refund; kopecks. */
type Charged = { readonly charged: Kopecks; readonly done: Kopecks };

const ofAll = (paid: RefundablePayment, before: ReturnedBefore, amount: Kopecks): Charged => ({
  charged: paid.amount,
  done: kopecks(before.amount + amount),
});

function ofDebt({ amount, overpaid, feeOn }: RefundablePayment, before: ReturnedBefore, fromDebt: Kopecks): Charged {
  const whole = minus(amount, overpaid);
  const back = kopecks(before.amount - before.overpaid + fromDebt);
  const charged = feeOn?.(whole) ?? kopecks(0);
  // The last kopeck brings back all of it, also where what it lay on was rounded away.
  if (charged === 0 || back === whole) return { charged: whole, done: back };
  return { charged, done: feeOn!(back) };
}

/** How much of a payment is allocated to each row of the schedule and to the penalty. */
export type AllocatedAmounts = { readonly rows: readonly OpenRow[]; readonly penalty: Kopecks };

/**
 * What is open again when a part of a payment goes back: in the opposite order of allocation, so the penalty first, then the
 * latest row and in it principal before interest. Rows that lose nothing are left out.
 * @param allocated what of the payment is still allocated, rows in the order of the schedule
 * @throws RangeError when less is allocated than goes back
 */
export function reverseAllocation(amount: Kopecks, allocated: AllocatedAmounts): AllocatedAmounts {
  let left = amount;
  const give = (has: Kopecks): Kopecks => {
    const part = lesser(left, has);
    left = minus(left, part);
    return part;
  };
  const penalty = give(allocated.penalty);
  const back = allocated.rows.toReversed().map(({ no, principal, interest }) => {
    const part = give(principal);
    return { no, principal: part, interest: give(interest) };
  });
  if (left > 0) throw new RangeError('The rows of a payment hold less than goes back');
  return { penalty, rows: back.filter((row) => sumKopecks([row.principal, row.interest]) > 0).toReversed() };
}
