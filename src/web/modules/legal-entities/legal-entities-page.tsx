import type { Result } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/legal-entities.ts';
import { verification } from '#domain/verification.ts';
import { ListScreen } from '#web/app/list-screen.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { absent, formatInstantDay } from '#web/ui/format.ts';
import { StatusTag } from '#web/ui/tag.tsx';
import { texts } from './texts.ts';

type Row = Result<typeof legalEntities.list>['items'][number];

const { columns: titles } = texts;

const columns: readonly Column<Row>[] = [
  { key: 'name', title: titles.name, sortable: true, cell: (row) => row.shortName },
  { key: 'inn', title: titles.inn, cell: (row) => row.inn },
  { key: 'ogrn', title: titles.ogrn, cell: (row) => row.ogrn ?? absent },
  {
    key: 'status',
    title: titles.status,
    cell: (row) => <StatusTag of={verification} status={row.verificationStatus} />,
  },
  { key: 'employees', title: titles.employees, numeric: true, cell: (row) => row.employees },
  { key: 'createdAt', title: titles.createdAt, sortable: true, cell: (row) => formatInstantDay(row.createdAt) },
];

/** The list of companies: an operator sees all, an employee his own. */
export default function LegalEntitiesPage() {
  return (
    <ListScreen
      title={texts.title}
      operation={legalEntities.list}
      columns={columns}
      remember="sortLegalEntities"
      status={{ filter: 'verificationStatus', of: verification }}
      searchHint={texts.searchHint}
      empty={texts.empty}
    />
  );
}
