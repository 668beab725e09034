import type { Result } from '#contract/kernel/op.ts';
import type { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { registryEntryMachine, rejectReasons } from '#domain/registries/registry-entry.ts';
import { contractKinds } from '#domain/registries/registry-lists.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { choicesOf, type RowsOf } from '#web/kit/list/definition.ts';
import { moments, sums, words } from '#web/kit/list/table/cells.tsx';
import { idColumn } from '#web/kit/list/table/verified.tsx';
import { StatusTag, Tag } from '#web/ui/display/tag.tsx';
import { absent, formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { SimpleEntryPreview } from './simple-entry-preview.tsx';
import { texts } from './texts.ts';

const { columns: titles, filters } = texts.entries;

export type SimpleRow = Result<typeof simpleRegistries.entries>['items'][number];

const columns: readonly Column<SimpleRow>[] = [
  { key: 'name', title: titles.name, cell: (row) => fullName(row) },
  {
    key: 'status',
    title: titles.status,
    cell: (row) =>
      row.withdrawnAt ? (
        <Tag tone="neutral">{texts.entries.withdrawn}</Tag>
      ) : (
        <StatusTag of={registryEntryMachine} status={row.status} />
      ),
  },
  {
    key: 'rejectReason',
    title: titles.rejectReason,
    cell: (row) => (row.rejectReason ? rejectReasons[row.rejectReason] : absent),
  },
  moments('decisionAt', titles.decisionAt),
  words('contractNumber', titles.contractNumber),
  sums('approxAmount', titles.approxAmount),
  {
    key: 'registryNumber',
    title: titles.registryNumber,
    cell: (row) => texts.entries.registry(row.registryNumber),
  },
  words('debtorInn', titles.debtorInn),
  { key: 'phone', title: titles.phone, cell: (row) => formatPhone(row.phone) },
  moments('notifiedAt', titles.notifiedAt, { extra: true }),
  {
    key: 'contractKind',
    title: titles.contractKind,
    extra: true,
    cell: (row) => contractKinds.find(({ code }) => code === row.contractKind)?.label ?? absent,
  },
  { key: 'overdueFrom', title: titles.overdueFrom, extra: true, cell: (row) => formatDayOf(row.overdueFrom) },
  {
    key: 'createdAt',
    title: titles.createdAt,
    extra: true,
    cell: (row) => formatInstantDay(row.createdAt),
  },
  idColumn(titles.id),
];

/** The decided ones are first among the tabs: they are what work is done upon. */
const {
  accepted_by_individual: accepted,
  rejected_by_individual: rejected,
  ...others
} = choicesOf(registryEntryMachine);
const statuses = { accepted_by_individual: accepted!, rejected_by_individual: rejected!, ...others };

/** What the lists of entries of simple registries share: of one registry, and of those that debtors have accepted. */
export const simpleEntryRows = {
  columns,
  nameOf: fullName,
  searchHint: texts.entries.searchHint,
  preview: (_id, row) => row && <SimpleEntryPreview key={row.id} row={row} />,
  empty: texts.entries.empty,
} satisfies RowsOf<typeof simpleRegistries.entries>;

/** What the entries of one registry add to it. */
export const ofOneRegistry = {
  status: { filter: 'status', choices: statuses },
  filters: {
    status: { label: filters.status, values: statuses },
    withdrawn: { label: filters.withdrawn },
  },
};
