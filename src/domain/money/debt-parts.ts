/**
 * What the parts of a debt are called: `label` on screens, in documents and in the files of creditors, `short` in the head of a
 * column. A registry states penalties with fines, and court fees with legal costs, as one sum each (docs/domain.md §14): the
 * part that takes it is named so.
 */
export const DEBT_PART_NAMES = {
  principal: { label: 'Основной долг', short: 'Основной долг' },
  interest: { label: 'Проценты', short: 'Проценты' },
  interest_overdue: { label: 'Просроченные проценты', short: 'Просроченные проценты' },
  penalty: { label: 'Неустойка (пени, штрафы)', short: 'Неустойка' },
  fine: { label: 'Штрафы', short: 'Штрафы' },
  fee: { label: 'Комиссии', short: 'Комиссии' },
  court_fee: { label: 'Госпошлина', short: 'Госпошлина' },
  legal_costs: { label: 'Госпошлина и судебные расходы', short: 'Судебные расходы' },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly short: string }>>;

/** The columns of a claim that add up to its total, in the order in which they are shown, and the part each one is. */
export const CLAIM_PARTS = {
  principal: 'principal',
  interest: 'interest',
  interestOverdue: 'interest_overdue',
  penalty: 'penalty',
  fee: 'fee',
  courtCost: 'legal_costs',
} as const satisfies Readonly<Record<string, keyof typeof DEBT_PART_NAMES>>;
export type ClaimPart = keyof typeof CLAIM_PARTS;
export const claimParts = Object.keys(CLAIM_PARTS) as readonly ClaimPart[];

/** The heading of a column of a claim in the file of a registry. */
export const claimPartLabel = (column: ClaimPart): string => DEBT_PART_NAMES[CLAIM_PARTS[column]].label;
/** The name of a column of a claim in the head of a table. */
export const claimPartShort = (column: ClaimPart): string => DEBT_PART_NAMES[CLAIM_PARTS[column]].short;
