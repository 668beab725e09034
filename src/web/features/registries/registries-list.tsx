import type { Operation } from '#contract/kernel/op.ts';
import { notifiedCount } from '#domain/registries/registry-entry.ts';
import { registryImportMachine } from '#domain/registries/registry-import.ts';
import { type CommonList, choicesOf, type ListDefinition, variantOf } from '#web/kit/list/definition.ts';
import { Progress } from '#web/ui/display/progress.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { dash, formatAmountOf, formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { isUnderWay, type RegistryKindView, type RegistryRow } from './kind.ts';
import { registryTexts } from './texts.ts';
import { UploadActions } from './upload/upload-actions.tsx';

const { columns: titles, filters } = registryTexts;
const countCell = (count: (row: RegistryRow) => number) => (row: RegistryRow) => count(row).toLocaleString('ru-RU');

/** How a registry is called in a list. */
const nameOfRegistry = ({ number, name, fileName }: RegistryRow): string => `№ ${number} · ${name ?? fileName}`;

const columns: readonly Column<RegistryRow>[] = [
  { key: 'number', title: titles.number, exports: ['number', 'name'], cell: nameOfRegistry },
  { key: 'creditor', title: titles.creditor, cell: ({ creditor }) => creditor },
  { key: 'status', title: titles.status, cell: (row) => <StatusCell row={row} /> },
  { key: 'asOfDate', title: titles.asOfDate, wide: true, cell: ({ asOfDate }) => formatDayOf(asOfDate) },
  { key: 'rows', title: titles.rows, numeric: true, wide: true, cell: countCell(({ counts }) => counts.rows) },
  { key: 'errors', title: titles.errors, numeric: true, cell: countCell(({ counts }) => counts.error) },
  { key: 'matched', title: titles.matched, numeric: true, cell: countCell(({ funnel }) => funnel.matched) },
  {
    key: 'notified',
    title: titles.notified,
    wide: true,
    numeric: true,
    cell: countCell(({ funnel }) => notifiedCount(funnel)),
  },
  {
    key: 'total',
    title: titles.total,
    numeric: true,
    cell: ({ funnel }) => (funnel.entries > 0 ? formatAmountOf(funnel.totalAmount) : dash),
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

const commonList = (view: RegistryKindView): CommonList<AnyList> => ({
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

const screenAndTitle = ({ kind, section: { title } }: RegistryKindView) => ({
  screen: `registries-${kind}` as const,
  title,
});

/** The registries of all companies. */
export const registriesOfAll = <O extends Operation>(
  view: RegistryKindView,
  list: Pick<ListDefinition<O>, 'operation' | 'excel'>,
): ListDefinition<O> => variantOf(commonList(view), { ...screenAndTitle(view), ...list });

/** The registries of one company, to whom uploads them. */
export const registriesOfCompany = <O extends Operation>(
  view: RegistryKindView,
  list: Pick<ListDefinition<O>, 'operation' | 'beforeTable'>,
  legalEntityId: number,
): ListDefinition<O> =>
  variantOf(commonList(view), {
    ...screenAndTitle(view),
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
