import type { Result } from '#contract/kernel/op.ts';
import { DELIVERY_STATUSES, deliveries } from '#contract/platform/deliveries.ts';
import { CHANNELS, NOTIFICATION_EVENTS, notificationEvents } from '#domain/settings/notification-event.ts';
import type { ListDefinition } from '#web/kit/list/definition.ts';
import { listPage } from '#web/kit/list/page.tsx';
import { momentsColumn, tagsColumn, wordsColumn } from '#web/kit/list/table/cells.tsx';
import type { Column } from '#web/ui/table/table-types.ts';
import { DeliveryPreview } from './delivery-preview.tsx';
import { texts } from './texts.ts';

type Delivery = Result<typeof deliveries.list>['items'][number];

const { columns: titles } = texts;
const events = Object.fromEntries(notificationEvents.map((event) => [event, NOTIFICATION_EVENTS[event].label]));

const columns: readonly Column<Delivery>[] = [
  momentsColumn('createdAt', titles.createdAt, { sortable: true }),
  wordsColumn('who', titles.who, { none: texts.nobody }),
  wordsColumn('event', titles.event, { none: texts.code }),
  { key: 'channel', title: titles.channel, cell: ({ channel }) => CHANNELS[channel] },
  tagsColumn('status', titles.status, DELIVERY_STATUSES, {
    delivered: 'success',
    failed: 'danger',
    unknown: 'warning',
  }),
  { key: 'attempts', title: titles.attempts, numeric: true, wide: true, cell: ({ attempts }) => attempts },
  momentsColumn('openedAt', titles.openedAt, { wide: true }),
  wordsColumn('providerId', titles.providerId, { extra: true }),
];

const list: ListDefinition<typeof deliveries.list> = {
  screen: 'deliveries',
  title: texts.title,
  operation: deliveries.list,
  columns,
  nameOf: ({ event }) => event ?? texts.code,
  status: { filter: 'status', choices: DELIVERY_STATUSES, counts: deliveries.counts },
  filters: {
    status: { label: titles.status, values: DELIVERY_STATUSES },
    channel: { label: titles.channel, values: CHANNELS },
    event: { label: titles.event, values: events },
    accountId: { label: titles.accountId },
    individualId: { label: texts.individualId },
  },
  searchHint: texts.searchHint,
  beforeTable: <p className="dim">{texts.lead}</p>,
  preview: (_id, row) => row && <DeliveryPreview delivery={row} />,
  empty: texts.empty,
};

/** What went to people beside the cabinet, and what became of it. */
export default listPage(list);
