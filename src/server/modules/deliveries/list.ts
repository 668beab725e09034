import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import { DELIVERY_STATUSES, type DeliveryStatus, type deliveries } from '#contract/platform/deliveries.ts';
import {
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type OutsideChannel,
} from '#domain/settings/notification-event.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { personName } from '#server/platform/person-name.ts';

/** What did not come, or nobody knows whether, and is news still; a code is asked for anew by its owner. */
export const resendable = sql<boolean>`d.status in ('failed', 'unknown') and n.id is not null
  and n.read_at is null and n.decided_at is null`;

const statuses = Object.keys(DELIVERY_STATUSES) as DeliveryStatus[];

type ListFilter = Pick<Input<typeof deliveries.list>['query'], 'q' | 'filter'>;

/** Found by the service's number, searched as a whole. */
function filtered(ctx: Ctx<Actor>, { q, filter = {} }: ListFilter) {
  let rows = ctx.db
    .selectFrom('deliveries as d')
    .leftJoin('notifications as n', 'n.id', 'd.notificationId')
    .where(ctx.within('delivery', 'd'));
  if (filter.status) rows = rows.where('d.status', 'in', filter.status);
  if (filter.channel) rows = rows.where('d.channel', 'in', filter.channel);
  if (filter.event) rows = rows.where('d.event', 'in', filter.event);
  if (filter.accountId) rows = rows.where('d.accountId', '=', filter.accountId);
  return q ? rows.where('d.providerId', '=', q) : rows;
}

export const deliveryList = defineList({
  rows: filtered,
  columns: (rows) =>
    rows.select([
      'd.id',
      'd.createdAt',
      'd.dueAt',
      'd.accountId',
      personName('d.accountId').as('who'),
      sql<NotificationEvent | null>`d.event`.as('event'),
      sql<OutsideChannel>`d.channel`.as('channel'),
      sql<DeliveryStatus>`d.status`.as('status'),
      'd.attempts',
      'd.providerId',
      'd.problem',
      'd.sentAt',
      'd.deliveredAt',
      'n.readAt as openedAt',
      resendable.as('canResend'),
    ]),
  orders: { createdAt: { columns: ['d.id'], direction: -1 } },
  shown: (row) => ({ ...row, event: row.event === null ? null : (NOTIFICATION_EVENTS[row.event]?.label ?? row.event) }),
  states: { filter: 'status', of: statuses, by: 'd.status' },
});
