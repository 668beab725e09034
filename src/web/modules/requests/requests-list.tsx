import type { Operation, Result } from '#contract/kernel/op.ts';
import type { allRequests } from '#contract/requests.ts';
import { formatAmount, kopecks } from '#domain/money.ts';
import { request } from '#domain/request.ts';
import { requestHref } from '#web/app/deals/own-deals.tsx';
import { choicesOf, type ListDefinition } from '#web/app/list/definition.ts';
import { idColumn } from '#web/app/list/verified.tsx';
import { shownDay } from '#web/app/registry/values.ts';
import { absent, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-types.ts';
import { StatusTag, Tag } from '#web/ui/tag.tsx';
import { texts } from './texts.ts';

const { columns: titles, filters } = texts;

type Row = Result<typeof allRequests.list>['items'][number];

const sums = (key: 'claimedDebt' | 'entryTotal' | 'desiredAmount', more: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  title: titles[key],
  numeric: true,
  cell: (row) => {
    const amount = row[key];
    return amount === null ? absent : formatAmount(kopecks(amount));
  },
  ...more,
});

const columns: readonly Column<Row>[] = [
  { key: 'number', title: titles.number, cell: (row) => row.number },
  { key: 'debtor', title: titles.debtor, cell: (row) => row.debtor },
  { key: 'creditorName', title: titles.creditorName, cell: (row) => row.creditorName ?? row.creditorInn },
  { key: 'contractNumber', title: titles.contractNumber, cell: (row) => row.contractNumber ?? absent },
  sums('entryTotal'),
  sums('desiredAmount'),
  { key: 'status', title: titles.status, cell: (row) => <Standing row={row} /> },
  { key: 'turn', title: titles.turn, exports: [], cell: (row) => texts.turns[row.status] },
  { key: 'answerBy', title: titles.answerBy, sortable: true, cell: (row) => shownDay(row.answerBy) },
  { key: 'createdAt', title: titles.createdAt, sortable: true, cell: (row) => formatInstantDay(row.createdAt) },
  sums('claimedDebt', { extra: true }),
  { key: 'debtorInn', title: titles.debtorInn, extra: true, cell: (row) => row.debtorInn ?? absent },
  { key: 'creditorInn', title: titles.creditorInn, extra: true, cell: (row) => row.creditorInn },
  { key: 'contractDate', title: titles.contractDate, extra: true, cell: (row) => shownDay(row.contractDate) },
  { ...idColumn(titles.id), exports: [] },
];

function Standing({ row }: { row: Row }) {
  return (
    <>
      <StatusTag of={request} status={row.status} side={row.startedBy} />{' '}
      {row.archivedAt && <Tag tone="neutral">{texts.archivedTag}</Tag>}
    </>
  );
}

const statuses = choicesOf(request);

/** The lists of requests: to one company, of one registry, of all; they differ by whom they ask. */
export function requestsList<O extends Operation>(
  list: Pick<ListDefinition<O>, 'screen' | 'title' | 'operation' | 'params' | 'excel' | 'remember'> & {
    counts?: Operation;
  },
  without: readonly (keyof typeof titles)[],
): ListDefinition<O> {
  const { counts, ...own } = list;
  const definition: Omit<ListDefinition<typeof allRequests.list>, keyof typeof own> = {
    columns: columns.filter(({ key }) => !without.includes(key as keyof typeof titles)),
    nameOf: ({ number }) => number,
    status: { filter: 'status', choices: statuses, ...(counts && { counts }), sorts: { pending: { answerBy: 1 } } },
    filters: {
      status: { label: filters.status, values: statuses },
      createdFrom: { label: filters.createdFrom },
      createdTo: { label: filters.createdTo },
      archived: { label: filters.archived },
      legalEntityId: { label: filters.legalEntityId },
    },
    searchHint: texts.searchHint,
    hrefOf: (_id, row) => row && requestHref(row),
    empty: texts.empty,
  };
  return { ...(definition as unknown as ListDefinition<O>), ...own };
}
