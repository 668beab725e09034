import { type Day, toDay } from '../values/days.ts';
import { type Kopecks, kopecks } from '../values/money.ts';
import type { DebtPartCode } from './debt-structure.ts';
import type { Discount } from './discount.ts';
import { type DisputedPart, disputedForgiven } from './disputed-parts.ts';
import type { SettlementStatus, Shown } from './settlement.ts';

/** Whether a forgiven sum may be income of the debtor: the words say what the accountant decides, not the platform. */
export const INCOME = {
  may: 'Может быть доходом',
  part: 'Признанное может быть доходом, спорное решает кредитор',
  disputed: 'Всё оспорено: дохода может не быть, решает кредитор',
} as const;
type Income = keyof typeof INCOME;

/** What was forgiven: the discount of an agreement that was kept, or a penalty that the creditor has given up. */
export const FORGIVEN = { discount: 'Скидка по соглашению', penalty: 'Списанная неустойка' } as const;

/**
 * Whether a sum of the list is forgiven for good: a discount is when the agreement has been closed as kept (docs/domain.md §9, E8); until then
 * it stands in M20, and money that goes back undoes it. A penalty given up is given up.
 */
export const forgivenShown = (what: keyof typeof FORGIVEN, status: SettlementStatus): Shown =>
  what === 'discount' && status !== 'closed'
    ? { label: 'Условно', tone: 'warning' }
    : { label: 'Окончательно', tone: 'success' };

/** What an agreement has forgiven, in kopecks, by parts of which something is forgiven. */
type ForgivenSum = {
  readonly parts: readonly { readonly code: DebtPartCode; readonly amount: Kopecks; readonly disputed: boolean }[];
  readonly forgiven: Kopecks;
  readonly acknowledged: Kopecks;
  readonly disputed: Kopecks;
  readonly income: Income;
};

/**
 * Splits what was forgiven by what the debtor has acknowledged. To forgive what he disputed and did not owe is no income of his;
 * whether he owed it the platform does not know (docs/decisions/0104).
 */
export function forgivenSum(discount: Discount, marks: readonly DisputedPart[]): ForgivenSum {
  const { forgiven } = discount;
  const shown = discount.parts
    .filter((part) => part.forgiven > 0)
    .map(({ code, forgiven: amount }) => ({ code, amount, disputed: marks.some((mark) => mark.code === code) }));
  const disputed = disputedForgiven(discount, marks);
  return {
    parts: shown,
    forgiven,
    acknowledged: kopecks(forgiven - disputed),
    disputed,
    income: disputed === 0 ? 'may' : disputed === forgiven ? 'disputed' : 'part',
  };
}

/**
 * A penalty of an agreement that its creditor gives up. Its rule both have signed, so that nobody disputes it here; whether a court
 * would have awarded it the platform does not know, so that it may be income (docs/decisions/0104).
 */
export const givenUpPenalty = (amount: Kopecks): ForgivenSum => ({
  parts: [{ code: 'penalty', amount, disputed: false }],
  forgiven: amount,
  acknowledged: amount,
  disputed: kopecks(0),
  income: 'may',
});

/** By when the creditor tells the debtor and the tax office of an income of that day's year (НК РФ, ст. 226, п. 5 [C]). */
export const incomeReportDay = (on: Day): Day => toDay(`${Number(on.slice(0, 4)) + 1}-02-25`);
