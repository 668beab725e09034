import type { Result } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { momentsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { dash, formatAmountOf, formatDayOf } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { ledgerTexts } from './texts.ts';

const t = ledgerTexts;
export type Line = Result<typeof ledger.lines>['items'][number];

const sum = (row: Line, side: Line['side']): string => (row.side === side ? formatAmountOf(row.amount) : dash);

/** The columns of every list of lines; where the account is the same in all of them it is left out. */
export const lineColumns: readonly Column<Line>[] = [
  { key: 'bookDay', title: t.day, cell: ({ bookDay }) => formatDayOf(bookDay) },
  { key: 'kind', title: t.event, cell: ({ kind }) => LEDGER_EVENTS[kind] },
  wordsColumn('account', t.account),
  wordsColumn('holder', t.holder, { none: t.none }),
  { key: 'debit', title: t.debit, numeric: true, cell: (row) => sum(row, 'debit') },
  { key: 'credit', title: t.credit, numeric: true, cell: (row) => sum(row, 'credit') },
  { key: 'against', title: t.against, cell: ({ against }) => against.join(', ') },
  wordsColumn('settlement', t.settlement, { wide: true }),
  wordsColumn('payment', t.payment),
  { key: 'valueDate', title: t.valueDate, extra: true, cell: ({ valueDate }) => formatDayOf(valueDate) },
  { key: 'entryId', title: t.entry, extra: true, cell: ({ entryId }) => String(entryId) },
  momentsColumn('createdAt', t.createdAt, { extra: true }),
];
