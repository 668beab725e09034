import type { Result } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { wordsColumn } from '#web/kit/list/table/cells.tsx';
import { idColumn, verifiedColumns, verifiedFilters, verifiedTabs } from '#web/kit/list/table/verified.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { LegalEntityPreview } from './legal-entity-preview.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof legalEntities.list>['items'][number];

const { columns: titles } = texts;
const verified = verifiedColumns(titles);

const columns: readonly Column<Row>[] = [
  { key: 'name', title: titles.name, sortable: true, exports: ['shortName'], cell: (row) => row.shortName },
  wordsColumn('inn', titles.inn),
  wordsColumn('ogrn', titles.ogrn),
  wordsColumn('type', titles.type),
  verified.status,
  verified.pendingSince,
  { key: 'employees', title: titles.employees, numeric: true, cell: (row) => row.employees },
  verified.createdAt,
  idColumn(titles.id),
];

/** The list of companies: an operator sees all, an employee his own. */
export const legalEntitiesList: ListDefinition<typeof legalEntities.list> = {
  screen: 'legal-entities',
  title: texts.title,
  operation: legalEntities.list,
  columns,
  nameOf: (row) => row.shortName,
  remember: 'sortLegalEntities',
  status: verifiedTabs(legalEntities.counts),
  filters: verifiedFilters(titles, texts.filters),
  searchHint: texts.searchHint,
  excel: legalEntities.exportExcel,
  preview: (id) => <LegalEntityPreview id={id} />,
  hrefOf: (id) => `/legal-entity-${id}`,
  empty: texts.empty,
};
