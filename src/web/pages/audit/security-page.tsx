import type { Result } from '#contract/kernel/op.ts';
import { securityEvents } from '#contract/platform/security-events.ts';
import { SECURITY_EVENTS, securityEventKinds } from '#domain/settings/security-event.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { momentsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { texts } from './security-texts.ts';

type Event = Result<typeof securityEvents.list>['items'][number];

const { columns: titles, filters } = texts;
const kinds = Object.fromEntries(securityEventKinds.map((kind) => [kind, SECURITY_EVENTS[kind].label]));

const columns: readonly Column<Event>[] = [
  momentsColumn('at', titles.at, { sortable: true }),
  { key: 'kind', title: titles.kind, cell: ({ kind }) => SECURITY_EVENTS[kind].label },
  { key: 'times', title: titles.times, numeric: true, cell: ({ times }) => times },
  wordsColumn('network', titles.network, { none: texts.manyNetworks }),
  wordsColumn('who', titles.who, { none: texts.stranger }),
  wordsColumn('login', titles.login),
  wordsColumn('about', titles.about),
  wordsColumn('operation', titles.operation, { extra: true }),
];

const list: ListDefinition<typeof securityEvents.list> = {
  screen: 'security-events',
  title: texts.title,
  operation: securityEvents.list,
  columns,
  nameOf: ({ kind }) => SECURITY_EVENTS[kind].label,
  searchHint: texts.searchHint,
  filters: {
    kind: { label: filters.kind, values: kinds },
    from: { label: filters.from },
    to: { label: filters.to },
    network: { label: filters.network },
    accountId: { label: filters.accountId },
    operation: { label: filters.operation },
  },
  empty: texts.empty,
};

/** What was refused, from where and how often. */
export default listPage(list);
