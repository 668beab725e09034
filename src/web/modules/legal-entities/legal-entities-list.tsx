import type { Result } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/legal-entities.ts';
import { verification } from '#domain/verification.ts';
import { choicesOf, type ListDefinition } from '#web/app/list/definition.ts';
import { absent, formatInstantDay, formatWaiting } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-types.ts';
import { StatusTag } from '#web/ui/tag.tsx';
import { LegalEntityPreview } from './legal-entity-preview.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof legalEntities.list>['items'][number];

const { columns: titles } = texts;

const columns: readonly Column<Row>[] = [
  { key: 'name', title: titles.name, sortable: true, exports: ['shortName'], cell: (row) => row.shortName },
  { key: 'inn', title: titles.inn, cell: (row) => row.inn },
  { key: 'ogrn', title: titles.ogrn, cell: (row) => row.ogrn ?? absent },
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
  { key: 'employees', title: titles.employees, numeric: true, cell: (row) => row.employees },
  { key: 'createdAt', title: titles.createdAt, sortable: true, cell: (row) => formatInstantDay(row.createdAt) },
  { key: 'id', title: titles.id, numeric: true, extra: true, cell: (row) => row.id },
];

/** The list of companies: an operator sees all, an employee his own. */
export const legalEntitiesList: ListDefinition<typeof legalEntities.list> = {
  screen: 'legal-entities',
  title: texts.title,
  operation: legalEntities.list,
  columns,
  nameOf: (row) => row.shortName,
  remember: 'sortLegalEntities',
  status: {
    filter: 'verificationStatus',
    choices: choicesOf(verification),
    counts: legalEntities.counts,
    // Who has waited longest is served first.
    sorts: { pending: { pendingSince: 1 } },
  },
  filters: {
    verificationStatus: { label: titles.status, values: choicesOf(verification) },
    createdFrom: { label: texts.filters.createdFrom },
    createdTo: { label: texts.filters.createdTo },
  },
  searchHint: texts.searchHint,
  excel: legalEntities.exportExcel,
  preview: (id) => <LegalEntityPreview id={id} />,
  hrefOf: (id) => `/legal-entity-${id}`,
  empty: texts.empty,
};
