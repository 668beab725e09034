import { CLAIM_PARTS, type ClaimPart, claimParts, DEBT_PART_NAMES } from '../money/debt-parts.ts';
import { type Kopecks, kopecks, sumKopecks } from '../values/money.ts';

/**
 * A part that a debt is made of (docs/domain.md §6.2 DebtStructure). `discountable` parts may be forgiven, those with the
 * smaller `forgivenAs` first. The dictionary of the operator replaces this order; the codes are fixed. `label` names the
 * part on screens and in documents, `short` in the head of a column.
 */
export type DebtPartKind = {
  readonly code: DebtPartCode;
  readonly label: string;
  readonly short: string;
  readonly discountable: boolean;
  readonly forgivenAs: number;
};

export type DebtPartCode = keyof typeof DEBT_PART_NAMES;
export const DEBT_PART_CODES = Object.keys(DEBT_PART_NAMES) as DebtPartCode[];

const part = (code: DebtPartCode, forgivenAs: number, discountable = true): DebtPartKind => ({
  code,
  ...DEBT_PART_NAMES[code],
  discountable,
  forgivenAs,
});

/** The order a debt is shown in; what is forgiven first is told by `forgivenAs` (docs/domain.md §8.2). */
export const DEBT_STRUCTURE: readonly DebtPartKind[] = [
  part('principal', 6),
  part('interest', 5),
  part('interest_overdue', 4),
  part('penalty', 1),
  part('fine', 2),
  part('fee', 3),
  part('court_fee', 7, false),
  part('legal_costs', 8, false),
];

const kinds = new Map(DEBT_STRUCTURE.map((kind) => [kind.code, kind]));

/** The part of this code with its names. */
export function debtPart(code: DebtPartCode): DebtPartKind {
  const kind = kinds.get(code);
  if (!kind) throw new RangeError(`No part of a debt is called ${code}`);
  return kind;
}

/** One part of a debt in kopecks. */
export type DebtPart = { readonly code: DebtPartCode; readonly amount: Kopecks };

/** A debt as a creditor states it on a day: the parts and nothing beside them. */
export type Debt = readonly DebtPart[];

/** The whole debt in kopecks. */
export function debtTotal(debt: Debt): Kopecks {
  return sumKopecks(debt.map(({ amount }) => amount));
}

/**
 * The debt that a claim states: the parts of which anything is owed. `amountOf` returns the kopecks in a column; a sum that
 * is not a whole number of them throws.
 */
export function debtOfClaim(amountOf: (column: ClaimPart) => number): Debt {
  return claimParts
    .map((column) => ({ code: CLAIM_PARTS[column], amount: kopecks(amountOf(column)) }))
    .filter(({ amount }) => amount > 0);
}
