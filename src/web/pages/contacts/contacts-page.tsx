import type { Result } from '#contract/kernel/op.ts';
import { contacts } from '#contract/registries/contacts.ts';
import { CONTACT_FINDINGS, mayComplainOf } from '#domain/parties/complaint.ts';
import { CONTACT_KINDS } from '#domain/parties/contact-law.ts';
import { CONTACT_SOURCES, CONTACT_STATES } from '#domain/parties/contact-record.ts';
import { ComplainButton, ComplaintState, useComplaint } from '#web/features/complaints/complaint.tsx';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { withRows } from '#web/kit/list/page.tsx';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { momentsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import { Can } from '#web/kit/session/can.tsx';
import { useCompany } from '#web/kit/session/company.ts';
import { useMe } from '#web/kit/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { serverNow } from '#web/ui/clock.ts';
import { dash } from '#web/ui/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { openDialog } from '#web/ui/overlays/open-dialog.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts as t } from './texts.ts';

const LoadDialog = lazyPart(
  () => import('./load-dialog.tsx'),
  (module) => module.LoadDialog,
);

/** Calls and meetings of the company whose page it is, by a file. */
function LoadButton() {
  const company = useCompany();
  if (!company) return null;
  return (
    <Can op={contacts.load} params={{ id: company.id }}>
      <Button onClick={() => openDialog((close) => <LoadDialog company={company.id} onClose={close} />)}>
        {t.load}
      </Button>
    </Can>
  );
}

const { columns: titles, filters } = t;
type Row = Result<typeof contacts.list>['items'][number];

/** What has been, or is denied, may be complained of by its debtor, who reads there what came of it, also once it counts no more. */
function Complaint({ row: { id, kind, status, at } }: { row: Row }) {
  const of = { id, kind, by: 'individual' } as const;
  const made = useComplaint(of);
  const may = mayComplainOf({ kind, status, at: new Date(at) }, new Date(serverNow()));
  if (!made) return may ? <ComplainButton of={of} /> : dash;
  return (
    <>
      <ComplaintState of={of} />
      {may && <ComplainButton of={of} />}
    </>
  );
}

const columns: readonly Column<Row>[] = [
  momentsColumn('at', titles.at, { sortable: true }),
  { key: 'kind', title: titles.kind, cell: ({ kind }) => CONTACT_KINDS[kind] },
  { key: 'status', title: titles.status, cell: ({ status }) => CONTACT_STATES[status] },
  wordsColumn('debtor', titles.debtor),
  wordsColumn('contractNumber', titles.contractNumber, { wide: true }),
  wordsColumn('creditor', titles.creditor, { wide: true }),
  wordsColumn('why', titles.why),
  { key: 'source', title: titles.source, wide: true, cell: ({ source }) => CONTACT_SOURCES[source] },
  wordsColumn('author', titles.author, { extra: true }),
  wordsColumn('note', titles.note, { extra: true }),
  {
    key: 'finding',
    title: titles.finding,
    extra: true,
    cell: ({ finding }) => (finding ? CONTACT_FINDINGS[finding] : dash),
  },
  wordsColumn('failedBy', titles.failedBy, { extra: true }),
  wordsColumn('failedWhy', titles.failedWhy, { extra: true }),
];

/** A debtor reads who of his creditors it was; his own name, who has entered it and what was noted are not for him. */
const ownColumns: readonly Column<Row>[] = [
  momentsColumn('at', titles.at, { sortable: true }),
  { key: 'kind', title: titles.kind, cell: ({ kind }) => CONTACT_KINDS[kind] },
  { key: 'status', title: titles.status, cell: ({ status }) => CONTACT_STATES[status] },
  wordsColumn('creditor', titles.creditor),
  wordsColumn('contractNumber', titles.contractNumber, { wide: true }),
  wordsColumn('why', titles.ownWhy),
  { key: 'source', title: titles.source, wide: true, cell: ({ source }) => CONTACT_SOURCES[source] },
  { key: 'complaint', title: titles.complaint, exports: [], cell: (row) => <Complaint row={row} /> },
];

const journal: ListDefinition<typeof contacts.list> = {
  screen: 'contacts',
  title: t.title,
  operation: contacts.list,
  excel: contacts.exportExcel,
  columns,
  nameOf: ({ debtor, creditor }) => `${creditor} — ${debtor}`,
  filters: {
    id: { label: filters.id },
    kind: { label: filters.kind, values: CONTACT_KINDS },
    source: { label: filters.source, values: CONTACT_SOURCES },
    status: { label: filters.status, values: CONTACT_STATES },
    from: { label: filters.from },
    to: { label: filters.to },
    against: { label: filters.against },
    legalEntityId: { label: filters.legalEntityId },
    individualId: { label: filters.individualId },
  },
  searchHint: t.searchHint,
  hrefOf: (_, row) =>
    row?.claim ? `/registry-entry-${row.claim.legalEntityId}-${row.claim.registryId}-${row.claim.entryId}` : undefined,
  actions: <LoadButton />,
  empty: t.empty,
};

const { legalEntityId: _company, individualId: _person, ...ownFilters } = journal.filters!;
const ownJournal: ListDefinition<typeof contacts.list> = {
  ...journal,
  columns: ownColumns,
  filters: ownFilters,
  searchHint: t.ownSearchHint,
  actions: <ButtonLink to="/complaints/own">{t.ownComplaints}</ButtonLink>,
};

function ContactsPage() {
  const me = useMe();
  return <ListScreen list={me?.kind === 'individual' ? ownJournal : journal} />;
}

/** What goes on between creditors and their debtors by the law of contact: each side sees its own, an operator all. */
export default withRows(ContactsPage, journal);
