import type { Day } from '../values/days.ts';
import { greater, lesser, minus } from '../values/exact.ts';
import { machine, type StatusOf } from '../values/machine.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import type { OpenRow } from './allocation.ts';
import type { FeeWay } from './fee-kinds.ts';
import { movesAtPartner } from './partner-time.ts';
import { isReturnable, type PaymentChannel, type PaymentStatus, paymentMachine } from './payment.ts';
import { type Fee, NO_FEE, nextFeePart } from './tariff.ts';

/**
 * Money on its way back to whoever paid, once two persons have decided it (docs/domain.md §7.3, §9 E7). What has failed may be told
 * to have gone after all: money that went has gone.
 */
export const refundMachine = machine('refund', {
  first: 'created',
  states: {
    created: { label: 'Передаётся партнёру', tone: 'info' },
    processing: { label: 'В обработке', tone: 'info' },
    succeeded: { label: 'Возвращён', tone: 'success' },
    failed: { label: 'Не прошёл', tone: 'danger' },
  },
  moves: movesAtPartner('Вернуть'),
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

/** How a fee lies on rows: what a payment has taken, what its refunds have opened again, and what the next one opens. */
export type FeeOnRows = {
  readonly charged: Kopecks;
  readonly openedBefore: Kopecks;
  readonly opens: (fromDebt: Kopecks) => Kopecks;
};

/** A payment as its refunds need it, in kopecks: `overpaid` is the part of `amount` that no debt needed. */
type RefundablePayment = {
  readonly amount: Kopecks;
  readonly overpaid: Kopecks;
  readonly fee: Fee;
  readonly way: FeeWay;
  /** How the fee lies on rows; by money where nobody says. */
  readonly feeOnRows?: FeeOnRows;
};

/** What has been returned of it before. */
type ReturnedBefore = { readonly amount: Kopecks; readonly overpaid: Kopecks; readonly fee: Fee };

/** Where a refund comes from, and what of the fee goes with it; kopecks. */
export type RefundSplit = {
  readonly overpaid: Kopecks;
  readonly fromDebt: Kopecks;
  readonly fee: Fee;
  /** What the payer gets: a fee that he paid on top comes back to him as well. */
  readonly returned: Kopecks;
};

/**
 * Divides a refund: the overpaid rest goes first, then what was allocated to the debt. The fee is reversed in the share of what
 * it was charged of, and with the last kopeck whole (docs/domain.md §8.12): by the rows that are open again, or by money. A fee on top of a
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

function ofDebt(
  { amount, overpaid, feeOnRows }: RefundablePayment,
  before: ReturnedBefore,
  fromDebt: Kopecks,
): Charged {
  const whole = minus(amount, overpaid);
  const back = kopecks(before.amount - before.overpaid + fromDebt);
  // The last kopeck brings back all of it, also where what it lay on was rounded away.
  if (!feeOnRows || feeOnRows.charged === 0 || back === whole) return { charged: whole, done: back };
  // Rows that bear more than those of this payment bring back no more than it has brought.
  const opened = kopecks(feeOnRows.openedBefore + feeOnRows.opens(fromDebt));
  return { charged: feeOnRows.charged, done: lesser(opened, feeOnRows.charged) };
}

/** How much money each row of the schedule holds, and the penalty. */
export type AllocatedAmounts = { readonly rows: readonly OpenRow[]; readonly penalty: Kopecks };

/** The same of an agreement, whose rows have their due days. */
export type HeldMoney = {
  readonly rows: readonly (OpenRow & { readonly dueDate: Day })[];
  readonly penalty: Kopecks;
};

/**
 * What is open again when money goes back, in the opposite order of allocation: the penalty first, then the latest row and in it
 * principal before interest. Whichever payment it was, the schedule is what it would be had the money not come: rows that are
 * due stay paid as long as other money is there for them (docs/decisions/0124). Rows that lose nothing are left out.
 * @param held what all payments of the agreement have brought and is still there, rows in the order of the schedule
 * @throws RangeError when less is held than goes back
 */
export function reverseAllocation(amount: Kopecks, held: AllocatedAmounts): AllocatedAmounts {
  let left = amount;
  const give = (has: Kopecks): Kopecks => {
    const part = lesser(left, has);
    left = minus(left, part);
    return part;
  };
  const penalty = give(held.penalty);
  const back = held.rows.toReversed().map(({ no, principal, interest }) => {
    const part = give(principal);
    return { no, principal: part, interest: give(interest) };
  });
  if (left > 0) throw new RangeError('The rows of an agreement hold less than goes back');
  return { penalty, rows: back.filter((row) => sumKopecks([row.principal, row.interest]) > 0).toReversed() };
}

/**
 * How much may go back so that no row whose day has come is open again, in kopecks: the penalty and what was paid ahead. More makes
 * the debtor late, which two persons decide expressly (docs/decisions/0124).
 */
export function paidBeforeDue({ rows, penalty }: HeldMoney, today: Day): Kopecks {
  const lastDue = rows.findLastIndex((row) => row.dueDate <= today && row.principal + row.interest > 0);
  return sumKopecks([penalty, ...rows.slice(lastDue + 1).flatMap(({ principal, interest }) => [principal, interest])]);
}

/** A payment as the question asks what of it may go back, in kopecks. */
type Returnable = {
  readonly status: PaymentStatus;
  readonly channel: PaymentChannel;
  readonly amount: number;
  readonly overpaid: number;
  /** What of it has gone back or is going: all, and of it the overpaid rest. */
  readonly returned: number;
  readonly returnedOverpaid: number;
  /** What of it has left besides and is an expense: of a refund that had failed, or taken back by the payer's bank. */
  readonly gone: number;
  /** A refund of it is under way. */
  readonly isReturning: boolean;
  /** The settlement has not ended: what the debt has taken may be taken out of it again. */
  readonly isRunning: boolean;
  /** The creditor has been paid out all that was his: what the debt has taken only he can give back. */
  readonly isPaidOut: boolean;
};

/**
 * How much of a payment may go back now, in kopecks: the overpaid rest always, what the debt has taken only while the settlement is
 * not closed (docs/domain.md §7.3: closed is corrected by a new document alone) and its creditor has not been paid out. Nothing of money that the partner cannot return, of money
 * that has left besides (docs/decisions/0133), and nothing while the partner is still returning a part.
 */
export function refundableNow(paid: Returnable): { readonly overpaid: Kopecks; readonly fromDebt: Kopecks } {
  const nothing = { overpaid: kopecks(0), fromDebt: kopecks(0) };
  if (!paymentMachine.canMove(paid.status, 'refund') || !isReturnable(paid.channel) || paid.isReturning) return nothing;
  const left = kopecks(Math.max(0, paid.amount - paid.returned - paid.gone));
  const overpaid = lesser(kopecks(paid.overpaid - paid.returnedOverpaid), left);
  const taken = kopecks(paid.amount - paid.overpaid - (paid.returned - paid.returnedOverpaid));
  return { overpaid, fromDebt: paid.isRunning && !paid.isPaidOut ? lesser(taken, minus(left, overpaid)) : kopecks(0) };
}
