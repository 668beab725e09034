import { lesser, minus } from '../values/exact.ts';
import type { Kopecks } from '../values/money.ts';
import type { Debt, DebtPartCode } from './debt-structure.ts';

/**
 * In which order what was paid has lessened a debt that is whole again. A consumer's credit: 353-ФЗ, ст. 5, ч. 20 in the
 * edition of 607-ФЗ, all of the principal being overdue; the rest: ГК РФ, ст. 319, and the penalty after what it secures (docs/domain.md §8.8).
 */
const CONSUMER: readonly DebtPartCode[] = [
  'interest_overdue',
  'principal',
  'interest',
  'penalty',
  'fine',
  'fee',
  'court_fee',
  'legal_costs',
];
const COMMON: readonly DebtPartCode[] = [
  'court_fee',
  'legal_costs',
  'interest_overdue',
  'interest',
  'principal',
  'penalty',
  'fine',
  'fee',
];

/**
 * What is left of each part of a debt whose agreement has ended: the debt that the agreement names less all that was paid by
 * it, kopecks (docs/decisions/0098). Parts of which nothing is left stay as zeros, in the order given.
 */
export function restoredDebt(debt: Debt, paid: Kopecks, { consumer }: { consumer: boolean }): Debt {
  const order = consumer ? CONSUMER : COMMON;
  const rests = new Map<DebtPartCode, Kopecks>();
  let left = paid;
  for (const part of debt.toSorted((one, other) => order.indexOf(one.code) - order.indexOf(other.code))) {
    const taken = lesser(left, part.amount);
    left = minus(left, taken);
    rests.set(part.code, minus(part.amount, taken));
  }
  return debt.map(({ code, amount }) => ({ code, amount: rests.get(code) ?? amount }));
}
