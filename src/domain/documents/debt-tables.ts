import { debtPart } from '../settlements/debt-structure.ts';
import { formatAmount, type Kopecks } from '../values/money.ts';
import type { AgreementFacts } from './agreement-facts.ts';
import { disputeWords } from './disputed-words.ts';
import type { Table } from './document-template.ts';

type Facts = Pick<AgreementFacts, 'discount' | 'disputed'>;

/** Columns of tables in papers. */
export const leftColumn = (title: string) => ({ title, align: 'left' as const });
export const rightColumn = (title: string) => ({ title, align: 'right' as const });

/** With a column of what the debtor says of each part since that is told. */
export function debtTable({ discount: { parts, total }, disputed }: Facts): Table {
  const disputeColumns = disputed ? [leftColumn('Должник')] : [];
  return {
    type: 'table',
    columns: [leftColumn('Часть долга'), rightColumn('Сумма, ₽'), ...disputeColumns],
    rows: [
      ...parts
        .filter(({ amount }) => amount > 0)
        .map(({ code, amount }) => [
          debtPart(code).label,
          formatAmount(amount),
          ...(disputed ? [disputeWords(code, disputed)] : []),
        ]),
      ['Итого', formatAmount(total), ...disputeColumns.map(() => '')],
    ],
    hasTotal: true,
  };
}

/** What is waived of each part. */
export function forgivenTable({ discount: { parts, total, forgiven, agreed }, disputed }: Facts): Table {
  const row = (name: string, sums: readonly Kopecks[], words: string) => [
    name,
    ...sums.map(formatAmount),
    ...(disputed ? [words] : []),
  ];
  return {
    type: 'table',
    columns: [
      leftColumn('Часть долга'),
      rightColumn('Долг, ₽'),
      rightColumn('Прощается, ₽'),
      rightColumn('К оплате, ₽'),
      ...(disputed ? [leftColumn('Должник')] : []),
    ],
    rows: [
      ...parts
        .filter(({ amount }) => amount > 0)
        .map((part) =>
          row(
            debtPart(part.code).label,
            [part.amount, part.forgiven, part.remains],
            disputeWords(part.code, disputed ?? []),
          ),
        ),
      row('Итого', [total, forgiven, agreed], ''),
    ],
    hasTotal: true,
  };
}
