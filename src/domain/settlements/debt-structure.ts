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

export const DEBT_PART_CODES = [
  'principal',
  'interest',
  'interest_overdue',
  'penalty',
  'fine',
  'fee',
  'court_fee',
  'legal_costs',
] as const;
export type DebtPartCode = (typeof DEBT_PART_CODES)[number];

const part = (code: DebtPartCode, label: string, rest: Partial<DebtPartKind> & Pick<DebtPartKind, 'forgivenAs'>) => ({
  code,
  label,
  short: label,
  discountable: true,
  ...rest,
});

/**
 * The order a debt is shown in; what is forgiven first is told by `forgivenAs` (docs/domain.md §8.2). A registry states
 * penalties with fines, and court fees with legal costs, as one sum each (docs/domain.md §14): the part that takes it is
 * named so.
 */
export const DEBT_STRUCTURE: readonly DebtPartKind[] = [
  part('principal', 'Основной долг', { forgivenAs: 6 }),
  part('interest', 'Проценты', { forgivenAs: 5 }),
  part('interest_overdue', 'Просроченные проценты', { forgivenAs: 4 }),
  part('penalty', 'Неустойка (пени, штрафы)', { short: 'Неустойка', forgivenAs: 1 }),
  part('fine', 'Штрафы', { forgivenAs: 2 }),
  part('fee', 'Комиссии', { forgivenAs: 3 }),
  part('court_fee', 'Госпошлина', { discountable: false, forgivenAs: 7 }),
  part('legal_costs', 'Госпошлина и судебные расходы', {
    short: 'Судебные расходы',
    discountable: false,
    forgivenAs: 8,
  }),
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

/** The columns of a claim that add up to its total, in the order in which they are shown, and the part each one is. */
export const CLAIM_PARTS = {
  principal: 'principal',
  interest: 'interest',
  interestOverdue: 'interest_overdue',
  penalty: 'penalty',
  fee: 'fee',
  courtCost: 'legal_costs',
} as const satisfies Record<string, DebtPartCode>;
export type ClaimPart = keyof typeof CLAIM_PARTS;
export const claimParts = Object.keys(CLAIM_PARTS) as readonly ClaimPart[];

/** The name of a column of a claim in the head of a table. */
export const claimPartShort = (column: ClaimPart): string => debtPart(CLAIM_PARTS[column]).short;

/**
 * The debt that a claim states: the parts of which anything is owed. `amountOf` tells the kopecks in a column; a sum that
 * is not a whole number of them throws.
 */
export function debtOfClaim(amountOf: (column: ClaimPart) => number): Debt {
  return claimParts
    .map((column) => ({ code: CLAIM_PARTS[column], amount: kopecks(amountOf(column)) }))
    .filter(({ amount }) => amount > 0);
}
