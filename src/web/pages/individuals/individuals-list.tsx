import type { Result } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { fullName } from '#domain/values/person-name.ts';
import { formatPhone } from '#domain/values/phone.ts';
import { lazyPart } from '#web/kit/lazy-part.tsx';
import { useBulkMoves } from '#web/kit/list/bulk/bulk-moves.tsx';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { ListScreen } from '#web/kit/list/screen.tsx';
import { wordsColumn } from '#web/kit/list/table/cells.tsx';
import { idColumn, verifiedColumns, verifiedFilters, verifiedTabs } from '#web/kit/list/table/verified.tsx';
import { useMe } from '#web/kit/session/session.ts';
import { dash } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { IndividualPreview } from './individual-preview.tsx';
import { texts } from './texts.ts';

const AwaitsCompany = lazyPart(
  () => import('#web/features/settlements/awaits-company.tsx'),
  (module) => module.AwaitsCompany,
);

type Row = Result<typeof individuals.list>['items'][number];

const { columns: titles } = texts;
const verified = verifiedColumns(titles);

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: titles.name,
    sortable: true,
    exports: ['lastName', 'firstName', 'middleName'],
    cell: (row) => fullName(row),
  },
  wordsColumn('inn', titles.inn),
  { key: 'phone', title: titles.phone, cell: (row) => (row.phone ? formatPhone(row.phone) : dash) },
  wordsColumn('email', titles.email),
  verified.status,
  verified.pendingSince,
  verified.createdAt,
  idColumn(titles.id),
];

/** The list of individuals: an operator sees all, an employee those with whom his company has a case. */
export const individualsList: ListDefinition<typeof individuals.list> = {
  screen: 'individuals',
  title: texts.title,
  operation: individuals.list,
  columns,
  nameOf: fullName,
  remember: 'sortIndividuals',
  status: verifiedTabs(individuals.counts),
  filters: verifiedFilters(titles, texts.filters),
  searchHint: texts.searchHint,
  excel: individuals.exportExcel,
  preview: (id, row) => <IndividualPreview id={id} isNamed={row !== undefined} />,
  hrefOf: (id) => `/individual-${id}`,
  empty: texts.empty,
};

const operations = { get: individuals.get, decide: individuals.setVerificationStatus };

/** The list of people, with what may be done to many of them at once. */
export function IndividualsList() {
  const bulk = useBulkMoves(operations);
  const isEmployee = (useMe()?.legalEntities.length ?? 0) > 0;
  return (
    <ListScreen
      list={{ ...individualsList, ...(isEmployee && { beforeTable: <AwaitsCompany /> }), ...(bulk && { bulk }) }}
    />
  );
}
