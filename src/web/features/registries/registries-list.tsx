import type { Operation } from '#contract/kernel/op.ts';
import { registryImportMachine } from '#domain/registries/registry-import.ts';
import { choicesOf, type ListDefinition, type RowsOf, variantOf } from '#web/kit/list/definition.ts';
import { Progress } from '#web/ui/display/progress.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { absent, formatAmountOf, formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { isUnderWay, type RegistryKindView, type RegistryRow } from './kind.ts';
import { registryTexts } from './texts.ts';
import { UploadActions } from './upload/upload-actions.tsx';

const { columns: titles, filters } = registryTexts;
const number = (of: (row: RegistryRow) => number) => (row: RegistryRow) => of(row).toLocaleString('ru-RU');

/** How a registry is called in a list. */
const nameOfRegistry = ({ number: own, name, fileName }: RegistryRow): string => `№ ${own} · ${name ?? fileName}`;

const columns: readonly Column<RegistryRow>[] = [
  { key: 'number', title: titles.number, exports: ['number', 'name'], cell: nameOfRegistry },
  { key: 'creditor', title: titles.creditor, cell: ({ creditor }) => creditor },
  { key: 'status', title: titles.status, cell: (row) => <StatusCell row={row} /> },
  { key: 'asOfDate', title: titles.asOfDate, wide: true, cell: ({ asOfDate }) => formatDayOf(asOfDate) },
  { key: 'rows', title: titles.rows, numeric: true, wide: true, cell: number(({ counts }) => counts.rows) },
  { key: 'errors', title: titles.errors, numeric: true, cell: number(({ counts }) => counts.error) },
  { key: 'matched', title: titles.matched, numeric: true, cell: number(({ funnel }) => funnel.matched) },
  {
    key: 'notified',
    title: titles.notified,
    wide: true,
    numeric: true,
    cell: number(({ funnel }) => funnel.entries - funnel.search),
  },
  {
    key: 'total',
    title: titles.total,
    numeric: true,
    cell: ({ funnel }) => (funnel.entries > 0 ? formatAmountOf(funnel.totalAmount) : absent),
  },
  {
    key: 'createdAt',
    title: titles.createdAt,
    cell: ({ createdAt }) => formatInstantDay(createdAt),
  },
  {
    key: 'unread',
    title: titles.unread,
    wide: true,
    numeric: true,
    exports: [],
    cell: ({ unreadMessages }) => unreadMessages || '',
  },
  { key: 'fileName', title: titles.fileName, extra: true, cell: ({ fileName }) => fileName },
];

function StatusCell({ row }: { row: RegistryRow }) {
  if (!isUnderWay(row)) return <StatusTag of={registryImportMachine} status={row.status} />;
  return <Progress label={registryImportMachine.label(row.status)} value={row.progress} />;
}

const rowsOf = (view: RegistryKindView): RowsOf<AnyList> => ({
  columns,
  nameOf: nameOfRegistry,
  status: { filter: 'status', choices: choicesOf(registryImportMachine) },
  filters: {
    status: { label: filters.status, values: choicesOf(registryImportMachine) },
    createdFrom: { label: filters.createdFrom },
    createdTo: { label: filters.createdTo },
    legalEntityId: { label: filters.legalEntityId },
  },
  hrefOf: (_id, row) => row && view.hrefOf(row),
  isUnderWay: (rows) => rows.some(isUnderWay),
  empty: registryTexts.empty.watch,
});

const nameOf = ({ kind, section: { title } }: RegistryKindView) => ({ screen: `registries-${kind}` as const, title });

/** The registries of all companies. */
export const registriesOfAll = <O extends Operation>(
  view: RegistryKindView,
  list: Pick<ListDefinition<O>, 'operation' | 'excel'>,
): ListDefinition<O> => variantOf(rowsOf(view), { ...nameOf(view), ...list });

/** The registries of one company, to whom uploads them. */
export const registriesOfCompany = <O extends Operation>(
  view: RegistryKindView,
  list: Pick<ListDefinition<O>, 'operation' | 'lead'>,
  legalEntityId: number,
): ListDefinition<O> =>
  variantOf(rowsOf(view), {
    ...nameOf(view),
    params: { id: legalEntityId },
    actions: <UploadActions view={view} />,
    empty: (
      <>
        <strong>{registryTexts.empty.title}</strong>
        <span>{registryTexts.empty.upload}</span>
      </>
    ),
    without: ['creditor'],
    ...list,
  });

/** Whatever is asked, the answer is a list of registries. */
type AnyList = RegistryKindView['operations']['list'];
