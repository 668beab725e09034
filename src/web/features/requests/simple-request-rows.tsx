import type { Result } from '#contract/kernel/op.ts';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { declaredClaimMachine } from '#domain/registries/registry-entry.ts';
import { type CommonList, choicesOf, type ListDefinition, variantOf } from '#web/kit/list/definition.ts';
import { flagsColumn, sumsColumn } from '#web/kit/list/table/cells.tsx';
import { idColumn } from '#web/kit/list/table/verified.tsx';
import { StatusTag } from '#web/ui/display/tag.tsx';
import { dash, formatInstantDay } from '#web/ui/format.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import { RequestStatus } from './request-status.tsx';
import { simpleRowTexts as texts } from './row-texts.ts';

const { columns: titles, filters } = texts;

export type SimpleRow = Result<typeof simpleRequests.listOfAll>['items'][number];

const columns: readonly Column<SimpleRow>[] = [
  { key: 'debtor', title: titles.debtor, cell: (row) => row.debtor },
  { key: 'debtorInn', title: titles.debtorInn, cell: (row) => row.debtorInn ?? dash },
  { key: 'creditorName', title: titles.creditorName, cell: (row) => row.creditorName ?? dash },
  { key: 'creditorInn', title: titles.creditorInn, cell: (row) => row.creditorInn },
  sumsColumn('approxDebt', titles.approxDebt),
  {
    key: 'stage',
    title: titles.stage,
    cell: ({ stage, archivedAt }) => (
      <RequestStatus archivedAt={archivedAt}>
        <StatusTag of={declaredClaimMachine} status={stage} />
      </RequestStatus>
    ),
  },
  flagsColumn('disclosed', titles.disclosed, texts),
  { key: 'createdAt', title: titles.createdAt, cell: (row) => formatInstantDay(row.createdAt) },
  idColumn(titles.id),
];

const stages = choicesOf(declaredClaimMachine);

/** What the lists of simple requests share: to one company and of all. */
export const commonSimpleRequestList: CommonList<typeof simpleRequests.listOfAll> = {
  columns,
  nameOf: ({ debtor }) => debtor,
  status: { filter: 'stage', choices: stages },
  filters: {
    stage: { label: filters.stage, values: stages },
    archived: { label: filters.archived },
    legalEntityId: { label: filters.legalEntityId },
  },
  searchHint: texts.searchHint,
  empty: texts.empty,
};

type OfCompany = ListDefinition<typeof simpleRequests.ofCompany>;

/** The simple requests to a company: on a page of their own, where each can be looked at, and in its card. */
export const simpleRequestsToCompany = (id: number, own: Pick<OfCompany, 'screen' | 'preview'>) =>
  variantOf(commonSimpleRequestList, {
    ...own,
    title: texts.title,
    operation: simpleRequests.ofCompany,
    params: { id },
    without: ['creditorName', 'creditorInn'],
  });
