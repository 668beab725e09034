import { BPS, lesser, minus, mulDivDown } from '../values/exact.ts';
import { formatMoney, type Kopecks, kopecks, sumKopecks } from '../values/money.ts';
import { DEBT_STRUCTURE, type Debt, type DebtPart, type DebtPartKind, debtTotal } from './debt-structure.ts';

/** What an agreed sum forgives (docs/domain.md §8.2). Sums in kopecks; `bps` is the share of the debt, cut, not rounded. */
export type Discount = {
  readonly total: Kopecks;
  readonly agreed: Kopecks;
  readonly forgiven: Kopecks;
  readonly bps: number;
  /** By part, in the order of the debt: what is forgiven and what remains to be paid. */
  readonly parts: readonly (DebtPart & { readonly forgiven: Kopecks; readonly remains: Kopecks })[];
};

/** The least sum that may be agreed: the parts that nobody may forgive. */
export function notForgivable(debt: Debt, structure: readonly DebtPartKind[] = DEBT_STRUCTURE): Kopecks {
  const undiscounted = structure.filter(({ discountable }) => !discountable).map(({ code }) => code);
  return sumKopecks(debt.filter(({ code }) => undiscounted.includes(code)).map(({ amount }) => amount));
}

/** The message at the field of an agreed sum, or null: above zero, not above the debt, not below what may not be forgiven. */
export function checkAgreed(
  debt: Debt,
  agreed: Kopecks,
  structure: readonly DebtPartKind[] = DEBT_STRUCTURE,
): string | null {
  const least = notForgivable(debt, structure);
  if (agreed <= 0) return 'Сумма указана неверно';
  if (agreed > debtTotal(debt)) return `Сумма больше долга: ${formatMoney(debtTotal(debt))}`;
  if (agreed < least) return `Не меньше ${formatMoney(least)}: госпошлина и судебные расходы не прощаются`;
  return null;
}

/**
 * The discount of an agreed sum by parts: the forgiven sum is taken from the parts in the order of the structure.
 * A sum that `checkAgreed` refuses throws.
 */
export function discountOf(debt: Debt, agreed: Kopecks, structure: readonly DebtPartKind[] = DEBT_STRUCTURE): Discount {
  const wrong = checkAgreed(debt, agreed, structure);
  if (wrong !== null) throw new RangeError(`No discount: ${wrong}`);
  const total = debtTotal(debt);
  const forgiven = minus(total, agreed);
  const byCode = new Map<string, Kopecks>();
  let left = forgiven;
  for (const { code } of forgivenFirst(structure)) {
    const taken = lesser(left, sumKopecks(debt.filter((part) => part.code === code).map(({ amount }) => amount)));
    byCode.set(code, taken);
    left = minus(left, taken);
  }
  return { total, agreed, forgiven, bps: shareBps(forgiven, total), parts: applyTo(debt, byCode) };
}

/** The share of a sum in a whole, in basis points, cut down; a whole of nothing has no share. */
export function shareBps(part: Kopecks, whole: Kopecks): number {
  return whole === 0 ? 0 : mulDivDown(part, BPS, whole);
}

/** «12,3 %»: one decimal, cut, so that a discount is never shown larger than it is. */
export function formatShare(bps: number): string {
  const tenths = Math.floor(bps / 10);
  return `${Math.floor(tenths / 10)},${tenths % 10}\u00A0%`;
}

/** The parts that may be forgiven, the first of them first. */
export function forgivenFirst(structure: readonly DebtPartKind[]): DebtPartKind[] {
  return structure.filter(({ discountable }) => discountable).sort((a, b) => a.forgivenAs - b.forgivenAs);
}

/** A debt may name a part twice; what is forgiven of it is taken from the first. */
function applyTo(debt: Debt, byCode: Map<string, Kopecks>): Discount['parts'] {
  return debt.map((part) => {
    const open = byCode.get(part.code) ?? kopecks(0);
    const forgiven = lesser(open, part.amount);
    byCode.set(part.code, minus(open, forgiven));
    return { ...part, forgiven, remains: minus(part.amount, forgiven) };
  });
}
