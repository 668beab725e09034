import type { Result } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import { claimPartShort, claimParts } from '#domain/money/debt-parts.ts';
import { registryEntryMachine } from '#domain/registries/registry-entry.ts';
import { contractKinds, stages } from '#domain/registries/registry-lists.ts';
import { type Choice, labelOf } from '#domain/values/choice.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { claimHref } from '#web/features/claims/claim-link.tsx';
import { choicesOf, type RowsOf } from '#web/kit/list/definition.ts';
import { idColumn } from '#web/kit/list/table/verified.tsx';
import { StatusTag, Tag } from '#web/ui/display/tag.tsx';
import { formatAmountOf, formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts } from './texts.ts';

const { columns: titles, filters } = texts.entries;

type EntryRow = Result<typeof registries.entries>['items'][number];

const labelsOf = (list: readonly Choice[]): Record<string, string> =>
  Object.fromEntries(list.map(({ code, label }) => [code, label]));

/** The parts of the debt, in roubles; shown to those who ask for them. */
const partColumns = claimParts.map(
  (part): Column<EntryRow> => ({
    key: part,
    title: `${claimPartShort(part)}, ₽`,
    numeric: true,
    extra: true,
    cell: (row) => formatAmountOf(row[`${part}Amount`]),
  }),
);

const columns: readonly Column<EntryRow>[] = [
  { key: 'name', title: titles.name, cell: (row) => fullName(row) },
  { key: 'contractNumber', title: titles.contractNumber, cell: (row) => row.contractNumber },
  { key: 'total', title: titles.total, numeric: true, cell: (row) => formatAmountOf(row.totalAmount) },
  {
    key: 'daysOverdue',
    title: titles.daysOverdue,
    numeric: true,
    cell: (row) => row.daysOverdue.toLocaleString('ru-RU'),
  },
  { key: 'status', title: titles.status, cell: (row) => <StatusCell row={row} /> },
  { key: 'creditor', title: titles.creditor, cell: (row) => row.creditor },
  {
    key: 'registryNumber',
    title: titles.registryNumber,
    cell: (row) => texts.entries.registry(row.registryNumber),
  },
  { key: 'debtorInn', title: titles.debtorInn, cell: (row) => row.debtorInn },
  { key: 'phone', title: titles.phone, cell: (row) => formatPhone(row.phone) },
  { key: 'asOf', title: titles.asOf, cell: (row) => formatDayOf(row.asOf) },
  ...partColumns,
  { key: 'contractDate', title: titles.contractDate, extra: true, cell: (row) => formatDayOf(row.contractDate) },
  {
    key: 'contractKind',
    title: titles.contractKind,
    extra: true,
    cell: (row) => labelOf(contractKinds, row.contractKind),
  },
  {
    key: 'overdueFrom',
    title: titles.overdueFrom,
    extra: true,
    cell: (row) => formatDayOf(row.overdueFrom),
  },
  { key: 'stage', title: titles.stage, extra: true, cell: (row) => labelOf(stages, row.stage) },
  {
    key: 'createdAt',
    title: titles.createdAt,
    extra: true,
    exports: [],
    cell: (row) => formatInstantDay(row.createdAt),
  },
  idColumn(titles.id),
];

function StatusCell({ row }: { row: EntryRow }) {
  if (row.withdrawnAt) return <Tag tone="neutral">{texts.entries.withdrawn}</Tag>;
  return (
    <>
      <StatusTag of={registryEntryMachine} status={row.status} />{' '}
      {row.contested && <Tag tone="warning">{texts.entries.contested}</Tag>}
    </>
  );
}

/** Entries with a page of their own have no status of an upgrade: they are the full ones. */
const { full_registry_created: _upgraded, ...statuses } = choicesOf(registryEntryMachine);

/** What the lists of claims share: of one registry, of a company, of all. */
export const entryRows: RowsOf<typeof registries.entries> = {
  columns,
  nameOf: fullName,
  status: { filter: 'status', choices: statuses },
  filters: {
    status: { label: filters.status, values: statuses },
    contractKind: { label: filters.contractKind, values: labelsOf(contractKinds) },
    stage: { label: filters.stage, values: labelsOf(stages) },
    contested: { label: filters.contested },
    withdrawn: { label: filters.withdrawn },
    legalEntityId: { label: filters.legalEntityId },
  },
  searchHint: texts.entries.searchHint,
  hrefOf: (_id, row) => row && claimHref(row),
  empty: texts.entries.empty,
};
