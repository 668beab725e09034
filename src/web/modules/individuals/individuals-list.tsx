import { individuals } from '#contract/individuals.ts';
import type { Result } from '#contract/kernel/op.ts';
import { fullName } from '#domain/person-name.ts';
import { formatPhone } from '#domain/phone.ts';
import { verification } from '#domain/verification.ts';
import { choicesOf, type ListDefinition } from '#web/app/list/definition.ts';
import { ListScreen } from '#web/app/list/screen.tsx';
import { absent, formatInstantDay, formatWaiting } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-types.ts';
import { StatusTag } from '#web/ui/tag.tsx';
import { IndividualPreview } from './individual-preview.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof individuals.list>['items'][number];

const { columns: titles } = texts;

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: titles.name,
    sortable: true,
    exports: ['lastName', 'firstName', 'middleName'],
    cell: (row) => fullName(row),
  },
  { key: 'inn', title: titles.inn, cell: (row) => row.inn ?? absent },
  { key: 'phone', title: titles.phone, cell: (row) => (row.phone ? formatPhone(row.phone) : absent) },
  { key: 'email', title: titles.email, cell: (row) => row.email ?? absent },
  {
    key: 'status',
    title: titles.status,
    exports: ['verificationStatus'],
    cell: (row) => <StatusTag of={verification} status={row.verificationStatus} />,
  },
  {
    key: 'pendingSince',
    title: titles.pendingSince,
    sortable: true,
    cell: (row) => (row.pendingSince ? formatWaiting(row.pendingSince) : absent),
  },
  { key: 'createdAt', title: titles.createdAt, sortable: true, cell: (row) => formatInstantDay(row.createdAt) },
  { key: 'id', title: titles.id, numeric: true, extra: true, cell: (row) => row.id },
];

/** The list of individuals: an operator sees all, an employee those with whom his company has a case. */
export const individualsList: ListDefinition<typeof individuals.list> = {
  screen: 'individuals',
  title: texts.title,
  operation: individuals.list,
  columns,
  nameOf: fullName,
  remember: 'sortIndividuals',
  status: {
    filter: 'verificationStatus',
    choices: choicesOf(verification),
    counts: individuals.counts,
    // Who has waited longest is served first.
    sorts: { pending: { pendingSince: 1 } },
  },
  filters: {
    verificationStatus: { label: titles.status, values: choicesOf(verification) },
    createdFrom: { label: texts.filters.createdFrom },
    createdTo: { label: texts.filters.createdTo },
  },
  searchHint: texts.searchHint,
  excel: individuals.exportExcel,
  preview: (id, row) => <IndividualPreview id={id} isNamed={row !== undefined} />,
  hrefOf: (id) => `/individual-${id}`,
  empty: texts.empty,
};

export const IndividualsList = () => <ListScreen list={individualsList} />;
