import type { Result } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { PAYMENT_CHANNELS, paymentMachine } from '#domain/money/payment.ts';
import { OwnList } from '#web/features/claims/own-list.tsx';
import { AskRefund } from '#web/features/payments/ask-refund.tsx';
import { PaymentLine } from '#web/features/payments/payment-history.tsx';
import { ReceiptButton } from '#web/features/payments/receipt-button.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { choicesOf, type ListDefinition } from '#web/kit/list/definition.ts';
import { withRows } from '#web/kit/list/page.tsx';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { momentsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { Card } from '#web/ui/display/card.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { dash, formatAmountOf, formatDayOf } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts } from './texts.ts';

const PaymentPreview = lazyPart(
  () => import('./payment-preview.tsx'),
  (module) => module.PaymentPreview,
);

const { columns: titles, filters } = texts;
type Row = Result<typeof payments.list>['items'][number];

const sum = (amount: number): string => (amount === 0 ? dash : formatAmountOf(amount));

const columns: readonly Column<Row>[] = [
  momentsColumn('createdAt', titles.createdAt, { sortable: true }),
  wordsColumn('number', titles.number),
  wordsColumn('settlement', titles.settlement),
  wordsColumn('debtor', titles.debtor),
  { key: 'amount', title: titles.amount, numeric: true, cell: (row) => sum(row.amount) },
  { key: 'status', title: titles.status, cell: ({ status }) => <StatusTag of={paymentMachine} status={status} /> },
  wordsColumn('creditor', titles.creditor),
  { key: 'channel', title: titles.channel, wide: true, cell: ({ channel }) => PAYMENT_CHANNELS[channel] },
  { key: 'feeAmount', title: titles.feeAmount, numeric: true, wide: true, cell: (row) => sum(row.feeAmount) },
  { key: 'valueDate', title: titles.valueDate, wide: true, cell: ({ valueDate }) => formatDayOf(valueDate) },
  { key: 'overpaid', title: titles.overpaid, numeric: true, extra: true, cell: (row) => sum(row.overpaid) },
  {
    key: 'refundedAmount',
    title: titles.refundedAmount,
    numeric: true,
    extra: true,
    cell: (row) => sum(row.refundedAmount),
  },
  {
    key: 'refundAsked',
    title: titles.refundAsked,
    numeric: true,
    extra: true,
    exports: [],
    cell: (row) => sum(row.refundAsked ?? 0),
  },
  { ...wordsColumn('failReason', titles.failReason, { extra: true }), exports: [] },
  momentsColumn('reconciledAt', titles.reconciledAt, { extra: true }),
];

const statuses = choicesOf(paymentMachine);
const paymentsList: ListDefinition<typeof payments.list> = {
  screen: 'payments',
  title: texts.title,
  operation: payments.list,
  excel: payments.exportExcel,
  columns,
  nameOf: ({ number }) => number,
  status: { filter: 'status', choices: statuses, counts: payments.counts },
  filters: {
    status: { label: filters.status, values: statuses },
    channel: { label: filters.channel, values: PAYMENT_CHANNELS },
    settlementId: { label: filters.settlementId },
    legalEntityId: { label: filters.legalEntityId },
    individualId: { label: filters.individualId },
    refundAsked: { label: filters.refundAsked },
  },
  searchHint: texts.searchHint,
  preview: (id) => <PaymentPreview key={id} id={id} columns={columns} />,
  hrefOf: (_, row) => row && `/settlement-${row.settlementId}`,
  isUnderWay: (rows) => rows.some(({ status }) => status === 'processing'),
  empty: texts.empty,
};

/** Payments: a person sees his own, an employee those of his company, an operator all. */
function PaymentsPage() {
  const individualId = useMe()?.individualId;
  if (!individualId) return <ListScreen list={paymentsList} />;
  return (
    <OwnList operation={payments.list} individualId={individualId} words={texts.own}>
      {(row: Row) => (
        <Card>
          <PaymentLine row={row} />
          {row.valueDate && <ReceiptButton paymentId={row.id} />}
          <AskRefund row={row} />
          <ButtonLink to={`/settlement-${row.settlementId}`}>{row.creditor}</ButtonLink>
        </Card>
      )}
    </OwnList>
  );
}

export default withRows(PaymentsPage, paymentsList);
