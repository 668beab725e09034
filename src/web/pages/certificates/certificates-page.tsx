import { certificates } from '#contract/documents/certificates.ts';
import { certificateRequestMachine } from '#domain/settlements/certificate-request.ts';
import { type CertificateRow, SignButton } from '#web/features/settlements/certificates.tsx';
import { choicesOf, type ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { factsOf } from '#web/kit/list/preview.tsx';
import { momentsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { Facts } from '#web/ui/display/facts.tsx';
import { StatusTag, Tag } from '#web/ui/display/tag.tsx';
import { formatDayOf } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts as t } from './texts.ts';

const { columns: titles } = t;

const columns: readonly Column<CertificateRow>[] = [
  { key: 'dueOn', title: titles.dueOn, sortable: true, cell: ({ dueOn }) => formatDayOf(dueOn) },
  { key: 'kind', title: titles.kind, cell: ({ kind }) => t.kinds[kind] },
  wordsColumn('settlement', titles.settlement),
  wordsColumn('debtor', titles.debtor),
  wordsColumn('creditor', titles.creditor),
  {
    key: 'status',
    title: titles.status,
    cell: ({ status }) => <StatusTag of={certificateRequestMachine} status={status} />,
  },
  {
    key: 'late',
    title: titles.late,
    cell: ({ late }) => <Tag tone={late ? 'danger' : 'neutral'}>{late ? t.isLate : t.inTime}</Tag>,
  },
  momentsColumn('issuedAt', titles.issuedAt, { wide: true }),
  { key: 'debtOn', title: titles.debtOn, extra: true, cell: ({ debtOn }) => formatDayOf(debtOn) },
  momentsColumn('askedAt', titles.askedAt, { extra: true }),
];

const statuses = choicesOf(certificateRequestMachine);
const certificateList: ListDefinition<typeof certificates.list> = {
  screen: 'certificates',
  title: t.title,
  operation: certificates.list,
  columns,
  nameOf: ({ settlement }) => settlement,
  status: { filter: 'status', choices: statuses, empty: { waiting: t.nobodyWaits } },
  filters: {
    status: { label: t.filters.status, values: statuses },
    kind: { label: t.filters.kind, values: t.kinds },
    late: { label: t.filters.late },
  },
  preview: (_, row) =>
    row && (
      <div key={row.id} className="stack">
        <Facts items={factsOf(columns, row)} />
        <SignButton row={row} />
      </div>
    ),
  hrefOf: (_, row) => row && `/settlement-${row.settlementId}`,
  empty: t.empty,
};

/** Certificates that creditors owe and have issued: a company sees its own, an operator all, the late ones among them. */
export default listPage(certificateList);
