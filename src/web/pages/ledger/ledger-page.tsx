import type { Result } from '#contract/kernel/op.ts';
import { ledger } from '#contract/money/ledger.ts';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { ACCOUNTS } from '#domain/money/ledger-accounts.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { wordsColumn } from '#web/kit/list/table/cells.tsx';
import { absent, formatAmountOf, formatDayOf } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { ledgerTexts } from './texts.ts';
import { TrialBalance } from './trial-balance.tsx';

const t = ledgerTexts;
type Row = Result<typeof ledger.lines>['items'][number];

const sum = (row: Row, side: Row['side']): string => (row.side === side ? formatAmountOf(row.amount) : absent);

const columns: readonly Column<Row>[] = [
  { key: 'valueDate', title: t.day, cell: ({ valueDate }) => formatDayOf(valueDate) },
  { key: 'kind', title: t.event, cell: ({ kind }) => LEDGER_EVENTS[kind] },
  wordsColumn('account', t.account),
  wordsColumn('holder', t.holder, { none: t.none }),
  { key: 'debit', title: t.debit, numeric: true, cell: (row) => sum(row, 'debit') },
  { key: 'credit', title: t.credit, numeric: true, cell: (row) => sum(row, 'credit') },
  { key: 'against', title: t.against, cell: ({ against }) => against.join(', ') },
  wordsColumn('settlement', t.settlement),
  { key: 'entryId', title: t.entry, extra: true, cell: ({ entryId }) => String(entryId) },
];

const accounts = Object.fromEntries(Object.entries(ACCOUNTS).map(([code, { label }]) => [code, `${code} ${label}`]));

const linesList: ListDefinition<typeof ledger.lines> = {
  screen: 'ledger',
  title: t.title,
  operation: ledger.lines,
  columns,
  nameOf: ({ entryId }) => `${t.entry} ${entryId}`,
  filters: {
    account: { label: t.filters.account, values: accounts },
    from: { label: t.filters.from },
    to: { label: t.filters.to },
    settlementId: { label: t.filters.settlementId },
    holderId: { label: t.filters.holderId },
  },
  hrefOf: (_, row) => (row?.settlementId ? `/settlement-${row.settlementId}` : undefined),
  lead: <TrialBalance />,
  empty: t.empty,
};

/** The ledger of the platform: its trial balance, and the lines of any account behind it. */
export default listPage(linesList);
