import { type Kopecks, sumKopecks } from '../values/money.ts';
import { type Debt, type DebtPartCode, debtPart } from './debt-structure.ts';
import type { Discount } from './discount.ts';

/** A part of the debt that its debtor disputes, and why, if he says so. What is not disputed is acknowledged. */
export type DisputedPart = { readonly code: DebtPartCode; readonly reason: string | null };

/**
 * Why a part cannot be disputed on the platform, or null. What a court has decided is disputed in a court alone: its costs, and
 * all that bailiffs collect, since that takes a decision in force (docs/decisions/0103).
 */
export function whyNotDisputed(code: DebtPartCode, stage: string | null): string | null {
  if (stage === 'enforcement')
    return 'Кредитор сообщает, что долг взыскивают приставы: с решением суда спорят только в суде. Приставов нет? Скажите об этом на странице долга';
  if (!debtPart(code).discountable) return 'Судебные расходы присуждает суд, спорить с ними можно только в суде';
  return null;
}

/** The marks that count of those that were made: of parts that the debt has and that may be disputed, in its order. */
export function disputedOf(debt: Debt, marks: readonly DisputedPart[], stage: string | null): DisputedPart[] {
  return debt.flatMap(({ code, amount }) => {
    const mark = marks.find((one) => one.code === code);
    return mark && amount > 0 && whyNotDisputed(code, stage) === null ? [mark] : [];
  });
}

/** Whether two sets of marks say the same of a debt: the same parts for the same reasons, in whatever order. */
export const sameMarks = (some: readonly DisputedPart[], others: readonly DisputedPart[]): boolean =>
  some.length === others.length &&
  some.every(({ code, reason }) => others.some((other) => other.code === code && other.reason === reason));

/** How much of what is forgiven the debtor disputes, kopecks. */
export const disputedForgiven = ({ parts }: Pick<Discount, 'parts'>, marks: readonly DisputedPart[]): Kopecks =>
  sumKopecks(parts.filter(({ code }) => marks.some((mark) => mark.code === code)).map(({ forgiven }) => forgiven));
