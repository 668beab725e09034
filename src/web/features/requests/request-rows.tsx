import type { Result } from '#contract/kernel/op.ts';
import { type allRequests, requests } from '#contract/settlements/requests.ts';
import { requestMachine } from '#domain/negotiation/request.ts';
import { type CommonList, choicesOf, type ListDefinition, variantOf } from '#web/kit/list/definition.ts';
import { sumsColumn } from '#web/kit/list/table/cells.tsx';
import { idColumn } from '#web/kit/list/table/verified.tsx';
import { dash, formatDayOf, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { requestHref } from './hrefs.ts';
import { RequestStatus } from './request-status.tsx';
import { RequestTag } from './request-tag.tsx';
import { requestRowTexts as texts } from './row-texts.ts';

const { columns: titles, filters } = texts;

type Row = Result<typeof allRequests.list>['items'][number];

const columns: readonly Column<Row>[] = [
  { key: 'number', title: titles.number, cell: (row) => row.number },
  { key: 'debtor', title: titles.debtor, cell: (row) => row.debtor },
  {
    key: 'status',
    title: titles.status,
    cell: (row) => (
      <RequestStatus archivedAt={row.archivedAt}>
        <RequestTag of={row} />
      </RequestStatus>
    ),
  },
  { key: 'turn', title: titles.turn, exports: [], cell: (row) => texts.turns[row.status] },
  { key: 'answerBy', title: titles.answerBy, cell: (row) => formatDayOf(row.answerBy) },
  { key: 'creditorName', title: titles.creditorName, cell: (row) => row.creditorName ?? row.creditorInn },
  sumsColumn('entryTotal', titles.entryTotal),
  sumsColumn('desiredAmount', titles.desiredAmount, { wide: true }),
  { key: 'contractNumber', title: titles.contractNumber, wide: true, cell: (row) => row.contractNumber ?? dash },
  { key: 'createdAt', title: titles.createdAt, wide: true, cell: (row) => formatInstantDay(row.createdAt) },
  sumsColumn('claimedDebt', titles.claimedDebt, { extra: true }),
  { key: 'debtorInn', title: titles.debtorInn, extra: true, cell: (row) => row.debtorInn ?? dash },
  { key: 'creditorInn', title: titles.creditorInn, extra: true, cell: (row) => row.creditorInn },
  { key: 'contractDate', title: titles.contractDate, extra: true, cell: (row) => formatDayOf(row.contractDate) },
  { ...idColumn(titles.id), exports: [] },
];

const statuses = choicesOf(requestMachine);

/** What the lists of requests share: to one company, of one registry, of all. */
export const commonRequestList: CommonList<typeof allRequests.list> = {
  columns,
  nameOf: ({ number }) => number,
  status: { filter: 'status', choices: statuses, sorts: { pending: { answerBy: 1 } } },
  filters: {
    status: { label: filters.status, values: statuses },
    createdFrom: { label: filters.createdFrom },
    createdTo: { label: filters.createdTo },
    archived: { label: filters.archived },
    legalEntityId: { label: filters.legalEntityId },
  },
  searchHint: texts.searchHint,
  hrefOf: (_id, row) => row && requestHref(row),
  remember: 'sortRequests',
  empty: texts.empty,
};

/** The columns that say who the creditor is, where all rows are to one. */
export const ofCreditor = ['creditorName', 'creditorInn'];

/** The requests to a company: on a page of their own and in its card. */
export const requestsToCompany = (id: number, own: Pick<ListDefinition<typeof requests.ofCompany>, 'screen'>) =>
  variantOf(commonRequestList, {
    ...own,
    title: texts.title,
    operation: requests.ofCompany,
    params: { id },
    counts: requests.ofCompanyCounts,
    excel: requests.ofCompanyExport,
    without: ofCreditor,
  });
