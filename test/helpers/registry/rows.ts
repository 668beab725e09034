import type { Cell } from '#domain/registries/cell.ts';
import { fullColumns, simpleColumns } from '#domain/registries/registry-columns.ts';
import type { Column } from '#domain/registries/registry-rules.ts';

/** Cells of a right row by code, as a careful creditor writes them. */
const claim: Readonly<Record<string, Cell>> = {
  rowNo: '1',
  debtorInn: '500100732259',
  lastName: 'Иванова',
  firstName: 'Анна',
  middleName: 'Петровна',
  birthDate: '14.03.1985',
  passportSeries: '4510',
  passportNumber: '456123',
  passportIssuedAt: '20.04.2005',
  passportIssuedBy: 'ОВД района Хамовники г. Москвы',
  snils: '112-233-445 95',
  phone: '+7 (916) 123-45-67',
  phone2: '8 495 123-45-67',
  email: 'anna@example.ru',
  regAddress: 'г. Москва, ул. Льва Толстого, д. 1',
  tz: 'МСК',
  contractNumber: 'КД-2025/0007',
  contractDate: '01.02.2025',
  contractKind: 'Микрозайм',
  issuedAmount: '30 000,00',
  rate: '19,9',
  contractEnd: '01.08.2025',
  overdueFrom: '02.08.2025',
  principal: '30 000,00',
  interest: '1 500,50',
  interestOverdue: '700,00',
  penalty: '300,25',
  fee: '',
  courtCost: '0',
  total: '32 500,75',
  asOf: '01.11.2026',
  minAmount: '15 000',
  maxPayments: '12',
  stage: 'Судебная',
  caseNo: '2-1234/2026',
  court: 'Хамовнический районный суд',
  basis: 'Уступка',
  cedentName: 'ООО МКК «Пример»',
  cedentInn: '7707083893',
  cessionRef: '№ 12 от 05.05.2026',
  cessionNotice: '10.05.2026',
  contactFlag: 'Разрешено',
  externalId: 'A-77',
  comment: '=не формула, а замечание',
  approxAmount: '32 500,75',
};
export type Changes = Readonly<Record<string, Cell>>;

/** The cells of a right row in the order of the columns, some of them changed. */
export function cellsOf(columns: readonly Column[], changes: Changes = {}): Cell[] {
  const cells = { ...claim, ...changes };
  return columns.map(({ code }) => cells[code] ?? null);
}

export const fullCells = (changes?: Changes): Cell[] => cellsOf(fullColumns, changes);
export const simpleCells = (changes?: Changes): Cell[] => cellsOf(simpleColumns, changes);
