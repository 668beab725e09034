import type { Result } from '#contract/kernel/op.ts';
import type { registries } from '#contract/registries/registries.ts';
import { claimPartShort, claimParts } from '#domain/money/debt-parts.ts';
import { registryEntryMachine } from '#domain/registries/registry-entry.ts';
import { contractKinds, stages } from '#domain/registries/registry-lists.ts';
import { type Choice, labelOf } from '#domain/values/choice.ts';
import { fullName } from '#domain/values/person-name.ts';
import { claimHref } from '#web/features/claims/claim-link.tsx';
import { EntryStatusCell, entryColumns } from '#web/features/registries/entry-columns.tsx';
import { entryTexts } from '#web/features/registries/entry-texts.ts';
import { type CommonList, choicesOf } from '#web/kit/list/definition.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { formatAmountOf, formatDayOf } from '#web/ui/format.ts';
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
    title: `${claimPartShort(part)},\u00a0₽`,
    numeric: true,
    extra: true,
    cell: (row) => formatAmountOf(row[`${part}Amount`]),
  }),
);

const columns: readonly Column<EntryRow>[] = [
  entryColumns.name,
  entryColumns.contractNumber,
  { key: 'total', title: titles.total, numeric: true, cell: (row) => formatAmountOf(row.totalAmount) },
  {
    key: 'daysOverdue',
    title: titles.daysOverdue,
    numeric: true,
    cell: (row) => row.daysOverdue.toLocaleString('ru-RU'),
  },
  {
    key: 'status',
    title: titles.status,
    cell: (row) => (
      <EntryStatusCell row={row}>
        {row.contested && (
          <>
            {' '}
            <Tag tone="warning">{texts.entries.contested}</Tag>
          </>
        )}
      </EntryStatusCell>
    ),
  },
  { key: 'creditor', title: titles.creditor, cell: (row) => row.creditor },
  entryColumns.registryNumber,
  entryColumns.debtorInn,
  entryColumns.phone,
  { key: 'asOf', title: titles.asOf, wide: true, cell: (row) => formatDayOf(row.asOf) },
  ...partColumns,
  { key: 'contractDate', title: titles.contractDate, extra: true, cell: (row) => formatDayOf(row.contractDate) },
  entryColumns.contractKind,
  entryColumns.overdueFrom,
  { key: 'stage', title: titles.stage, extra: true, cell: (row) => labelOf(stages, row.stage) },
  { ...entryColumns.createdAt, exports: [] },
  entryColumns.id,
];

/** Entries with a page of their own have no status of an upgrade: they are the full ones. */
const { full_registry_created: _upgraded, ...statuses } = choicesOf(registryEntryMachine);

/** What the lists of claims share: of one registry, of a company, of all. */
export const commonEntryList: CommonList<typeof registries.entries> = {
  columns,
  nameOf: fullName,
  status: { filter: 'status', choices: statuses },
  filters: {
    status: { label: filters.status, values: statuses },
    contractKind: { label: entryTexts.columns.contractKind, values: labelsOf(contractKinds) },
    stage: { label: filters.stage, values: labelsOf(stages) },
    contested: { label: filters.contested },
    withdrawn: { label: entryTexts.filters.withdrawn },
    legalEntityId: { label: filters.legalEntityId },
    individualId: { label: filters.individualId },
  },
  searchHint: entryTexts.searchHint,
  hrefOf: (_id, row) => row && claimHref(row),
  empty: texts.entries.empty,
};
