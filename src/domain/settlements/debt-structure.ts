import { type Kopecks, sumKopecks } from '../values/money.ts';

/**
 * A part that a debt is made of (docs/domain.md §6.2 DebtStructure). `discountable` parts may be forgiven, those with the
 * smaller `forgivenAs` first. The dictionary of the operator replaces this order; the codes are fixed.
 */
export type DebtPartKind = {
  readonly code: DebtPartCode;
  readonly label: string;
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

/** The order a debt is shown in; what is forgiven first is told by `forgivenAs` (docs/domain.md §8.2). */
export const DEBT_STRUCTURE: readonly DebtPartKind[] = [
  { code: 'principal', label: 'Основной долг', discountable: true, forgivenAs: 6 },
  { code: 'interest', label: 'Проценты', discountable: true, forgivenAs: 5 },
  { code: 'interest_overdue', label: 'Просроченные проценты', discountable: true, forgivenAs: 4 },
  { code: 'penalty', label: 'Неустойка (пени)', discountable: true, forgivenAs: 1 },
  { code: 'fine', label: 'Штрафы', discountable: true, forgivenAs: 2 },
  { code: 'fee', label: 'Комиссии', discountable: true, forgivenAs: 3 },
  { code: 'court_fee', label: 'Госпошлина', discountable: false, forgivenAs: 7 },
  { code: 'legal_costs', label: 'Судебные расходы', discountable: false, forgivenAs: 8 },
];

/** One part of a debt in kopecks. */
export type DebtPart = { readonly code: DebtPartCode; readonly amount: Kopecks };

/** A debt as a creditor states it on a day: the parts and nothing beside them. */
export type Debt = readonly DebtPart[];

/** The whole debt in kopecks. */
export function debtTotal(debt: Debt): Kopecks {
  return sumKopecks(debt.map(({ amount }) => amount));
}
