import type { Result } from '#contract/kernel/op.ts';
import { invoices } from '#contract/money/invoices.ts';
import { invoiceMachine } from '#domain/money/invoice.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { AddButton } from '#web/kit/list/add-button.tsx';
import { choicesOf, type ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { sumsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { DownloadButton } from '#web/kit/parts/download-button.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { StatusTag, Tag } from '#web/ui/display/tag.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { IssuerState } from './issuer-state.tsx';
import { texts as t } from './texts.ts';
import { Totals } from './totals.tsx';

const InvoicePreview = lazyPart(
  () => import('./invoice-preview.tsx'),
  (module) => module.InvoicePreview,
);
const IssueDialog = lazyPart(
  () => import('./issue-dialog.tsx'),
  (module) => module.IssueDialog,
);

const { columns: titles, filters } = t;
type Row = Result<typeof invoices.list>['items'][number];

/** «08.2026» */
const monthShown = (month: string): string => `${month.slice(5, 7)}.${month.slice(0, 4)}`;

const columns: readonly Column<Row>[] = [
  wordsColumn('number', titles.number),
  { key: 'issuedOn', title: titles.issuedOn, sortable: true, cell: ({ issuedOn }) => formatDayOf(issuedOn) },
  wordsColumn('creditor', titles.creditor),
  { key: 'month', title: titles.month, cell: ({ month }) => monthShown(month) },
  sumsColumn('amount', titles.amount),
  sumsColumn('open', titles.open),
  {
    key: 'status',
    title: titles.status,
    cell: ({ status, isOverdue }) =>
      isOverdue ? <Tag tone="warning">{t.overdue}</Tag> : <StatusTag of={invoiceMachine} status={status} />,
  },
  { key: 'dueDate', title: titles.dueDate, cell: ({ dueDate }) => formatDayOf(dueDate) },
  sumsColumn('vat', titles.vat, { extra: true }),
  sumsColumn('corrected', titles.corrected, { extra: true }),
  sumsColumn('paid', titles.paid, { extra: true }),
];

const statuses = choicesOf(invoiceMachine);
const invoiceList: ListDefinition<typeof invoices.list> = {
  screen: 'invoices',
  title: t.title,
  operation: invoices.list,
  excel: invoices.exportExcel,
  columns,
  nameOf: ({ number }) => number,
  status: { filter: 'status', choices: statuses, counts: invoices.counts },
  filters: {
    status: { label: filters.status, values: statuses },
    legalEntityId: { label: filters.legalEntityId },
    month: { label: filters.month },
    isOverdue: { label: filters.isOverdue },
  },
  searchHint: t.searchHint,
  beforeTable: (
    <>
      <IssuerState />
      <Can op={invoices.totals}>
        <Totals />
      </Can>
    </>
  ),
  preview: (id) => <InvoicePreview key={id} id={id} columns={columns} />,
  actions: (found) => (
    <>
      <Can op={invoices.exchange}>
        <DownloadButton operation={invoices.exchange} query={found}>
          {t.exchange}
        </DownloadButton>
      </Can>
      <AddButton
        operation={invoices.issue}
        label={t.issue.action}
        dialog={(onClose) => <IssueDialog onClose={onClose} />}
      />
    </>
  ),
  empty: t.empty,
};

/** Invoices of the platform's fee: a company sees its own, an operator all. */
export default listPage(invoiceList);
