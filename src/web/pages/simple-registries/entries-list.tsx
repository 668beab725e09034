import type { Result } from '#contract/kernel/op.ts';
import type { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { registryEntryMachine, rejectReasons } from '#domain/registries/registry-entry.ts';
import { fullName } from '#domain/values/person-name.ts';
import { EntryStatusCell, entryColumns } from '#web/features/registries/entry-columns.tsx';
import { entryTexts } from '#web/features/registries/entry-texts.ts';
import { type CommonList, choicesOf } from '#web/kit/list/definition.ts';
import { momentsColumn, sumsColumn } from '#web/kit/list/table/cells.tsx';
import { dash } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { SimpleEntryPreview } from './simple-entry-preview.tsx';
import { texts } from './texts.ts';

const { columns: titles, filters } = texts.entries;

export type SimpleRow = Result<typeof simpleRegistries.entries>['items'][number];

const columns: readonly Column<SimpleRow>[] = [
  entryColumns.name,
  { key: 'status', title: titles.status, cell: (row) => <EntryStatusCell row={row} /> },
  {
    key: 'rejectReason',
    title: titles.rejectReason,
    cell: (row) => (row.rejectReason ? rejectReasons[row.rejectReason] : dash),
  },
  momentsColumn('decisionAt', titles.decisionAt),
  entryColumns.contractNumber,
  sumsColumn('approxAmount', titles.approxAmount),
  entryColumns.registryNumber,
  entryColumns.debtorInn,
  entryColumns.phone,
  momentsColumn('notifiedAt', titles.notifiedAt, { extra: true }),
  entryColumns.contractKind,
  entryColumns.overdueFrom,
  entryColumns.createdAt,
  entryColumns.id,
];

/** The decided ones are first among the tabs: they are what work is done upon. */
const {
  accepted_by_individual: accepted,
  rejected_by_individual: rejected,
  ...others
} = choicesOf(registryEntryMachine);
const statuses = { accepted_by_individual: accepted!, rejected_by_individual: rejected!, ...others };

/** What the lists of entries of simple registries share: of one registry, and of those that debtors have accepted. */
export const commonSimpleEntryList = {
  columns,
  nameOf: fullName,
  searchHint: entryTexts.searchHint,
  preview: (_id, row) => row && <SimpleEntryPreview key={row.id} row={row} />,
  empty: texts.entries.empty,
} satisfies CommonList<typeof simpleRegistries.entries>;

/** What the entries of one registry add to it. */
export const ofOneRegistry = {
  status: { filter: 'status', choices: statuses },
  filters: {
    status: { label: filters.status, values: statuses },
    withdrawn: { label: entryTexts.filters.withdrawn },
  },
};
