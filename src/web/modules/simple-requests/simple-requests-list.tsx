import type { Operation, Result } from '#contract/kernel/op.ts';
import { simpleRequests } from '#contract/simple-requests.ts';
import { formatAmount, kopecks } from '#domain/money.ts';
import { declaredClaim } from '#domain/registry-entry.ts';
import { flags } from '#web/app/list/cells.tsx';
import { choicesOf, type ListDefinition } from '#web/app/list/definition.ts';
import { idColumn } from '#web/app/list/verified.tsx';
import { absent, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table-types.ts';
import { StatusTag, Tag } from '#web/ui/tag.tsx';
import { texts } from './texts.ts';

const { columns: titles, filters } = texts;

export type SimpleRow = Result<typeof simpleRequests.listOfAll>['items'][number];

const columns: readonly Column<SimpleRow>[] = [
  { key: 'debtor', title: titles.debtor, cell: (row) => row.debtor },
  { key: 'debtorInn', title: titles.debtorInn, cell: (row) => row.debtorInn ?? absent },
  { key: 'creditorName', title: titles.creditorName, cell: (row) => row.creditorName ?? absent },
  { key: 'creditorInn', title: titles.creditorInn, cell: (row) => row.creditorInn },
  {
    key: 'approxDebt',
    title: titles.approxDebt,
    numeric: true,
    cell: ({ approxDebt }) => (approxDebt === null ? absent : formatAmount(kopecks(approxDebt))),
  },
  {
    key: 'stage',
    title: titles.stage,
    cell: ({ stage, archivedAt }) => (
      <>
        <StatusTag of={declaredClaim} status={stage} /> {archivedAt && <Tag tone="neutral">{texts.archivedTag}</Tag>}
      </>
    ),
  },
  flags('disclosed', titles.disclosed, texts),
  { key: 'createdAt', title: titles.createdAt, sortable: true, cell: (row) => formatInstantDay(row.createdAt) },
  idColumn(titles.id),
];

const stages = choicesOf(declaredClaim);

/** The lists of simple requests: to one company and of all; they differ by whom they ask. */
export function simpleRequestsList<O extends Operation>(
  list: Pick<ListDefinition<O>, 'screen' | 'title' | 'operation' | 'params' | 'preview' | 'hrefOf'> & {
    counts?: Operation;
  },
  without: readonly (keyof typeof titles)[],
): ListDefinition<O> {
  const { counts, ...own } = list;
  const definition: Omit<ListDefinition<typeof simpleRequests.listOfAll>, keyof typeof own> = {
    columns: columns.filter(({ key }) => !without.includes(key as keyof typeof titles)),
    nameOf: ({ debtor }) => debtor,
    status: { filter: 'stage', choices: stages, ...(counts && { counts }) },
    filters: {
      stage: { label: filters.stage, values: stages },
      archived: { label: filters.archived },
      legalEntityId: { label: filters.legalEntityId },
    },
    searchHint: texts.searchHint,
    empty: texts.empty,
  };
  return { ...(definition as unknown as ListDefinition<O>), ...own };
}

/** The address of a simple request's own page. */
export const simpleRequestHref = ({ individualId, id }: Pick<SimpleRow, 'individualId' | 'id'>): string =>
  `/simplified-request-${individualId}-${id}`;
