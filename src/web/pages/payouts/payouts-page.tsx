import type { Result } from '#contract/kernel/op.ts';
import { payouts } from '#contract/money/payouts.ts';
import { payoutMachine } from '#domain/money/payout.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { choicesOf, type ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { momentsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { formatAmountOf, formatDayOf } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts } from './texts.ts';

const PayoutPreview = lazyPart(
  () => import('./payout-preview.tsx'),
  (module) => module.PayoutPreview,
);

const { columns: titles, filters } = texts;
type Row = Result<typeof payouts.list>['items'][number];

const columns: readonly Column<Row>[] = [
  momentsColumn('createdAt', titles.createdAt, { sortable: true }),
  wordsColumn('number', titles.number),
  wordsColumn('creditor', titles.creditor),
  { key: 'amount', title: titles.amount, numeric: true, cell: ({ amount }) => formatAmountOf(amount) },
  { key: 'status', title: titles.status, cell: ({ status }) => <StatusTag of={payoutMachine} status={status} /> },
  { key: 'account', title: titles.account, cell: ({ bankName, account }) => texts.account(bankName, account) },
  { key: 'valueDate', title: titles.valueDate, cell: ({ valueDate }) => formatDayOf(valueDate) },
  wordsColumn('failReason', titles.failReason, { extra: true }),
  { key: 'returnedOn', title: titles.returnedOn, extra: true, cell: ({ returnedOn }) => formatDayOf(returnedOn) },
  momentsColumn('reconciledAt', titles.reconciledAt, { extra: true }),
];

const statuses = choicesOf(payoutMachine);
const payoutsList: ListDefinition<typeof payouts.list> = {
  screen: 'payouts',
  title: texts.title,
  operation: payouts.list,
  columns,
  nameOf: ({ number }) => number,
  status: { filter: 'status', choices: statuses, counts: payouts.counts },
  filters: {
    status: { label: filters.status, values: statuses },
    legalEntityId: { label: filters.legalEntityId },
  },
  searchHint: texts.searchHint,
  preview: (id) => <PayoutPreview key={id} id={id} columns={columns} />,
  isUnderWay: (rows) => rows.some(({ status }) => status === 'created' || status === 'processing'),
  empty: texts.empty,
};

/** Payouts to creditors: a company sees its own, an operator all. */
export default listPage(payoutsList);
