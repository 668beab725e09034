import type { Result } from '#contract/kernel/op.ts';
import { complaints } from '#contract/settlements/complaints.ts';
import { COMPLAINT_KINDS, complaintMachine } from '#domain/parties/complaint.ts';
import { CONTACT_KINDS } from '#domain/parties/contact-law.ts';
import { choicesOf, type ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { momentsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { ComplaintPreview } from './complaint-preview.tsx';
import { texts as t } from './texts.ts';

const { columns: titles, filters } = t;
type Row = Result<typeof complaints.list>['items'][number];

const columns: readonly Column<Row>[] = [
  { key: 'id', title: titles.id, cell: ({ id }) => `№ ${id}` },
  { key: 'status', title: titles.status, cell: ({ status }) => <StatusTag of={complaintMachine} status={status} /> },
  // One column and before the others, so that with a complaint beside the list it is still read.
  {
    key: 'of',
    title: titles.thing,
    exports: ['contact', 'of'],
    cell: ({ contact, of }) => t.ofWhom(contact ? CONTACT_KINDS[contact] : t.message, of),
  },
  { key: 'kind', title: titles.kind, cell: ({ kind }) => COMPLAINT_KINDS[kind] },
  momentsColumn('createdAt', titles.createdAt, { sortable: true }),
  wordsColumn('by', titles.by, { wide: true }),
  wordsColumn('about', titles.about, { wide: true }),
  wordsColumn('debtor', titles.debtor, { extra: true }),
  wordsColumn('creditor', titles.creditor, { extra: true }),
  wordsColumn('answer', titles.answer, { extra: true }),
  wordsColumn('decidedBy', titles.decidedBy, { extra: true }),
  momentsColumn('decidedAt', titles.decidedAt, { extra: true }),
];

const statuses = choicesOf(complaintMachine);
const complaintList: ListDefinition<typeof complaints.list> = {
  screen: 'complaints',
  title: t.title,
  operation: complaints.list,
  excel: complaints.exportExcel,
  columns,
  nameOf: ({ id }) => t.numbered(id),
  status: {
    filter: 'status',
    choices: statuses,
    counts: complaints.counts,
    empty: { open: t.nobodyWaits },
    // Whoever waits longest comes first.
    sorts: { open: { createdAt: 1 } },
  },
  filters: {
    status: { label: filters.status, values: statuses },
    kind: { label: filters.kind, values: COMPLAINT_KINDS },
    legalEntityId: { label: filters.legalEntityId },
  },
  preview: (id) => <ComplaintPreview key={id} id={id} />,
  empty: t.empty,
};

/** What people complain of, for the operators who decide it. */
export default listPage(complaintList);
