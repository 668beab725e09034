import { type SqlBool, sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import { DELIVERY_STATUSES, type DeliveryStatus, type deliveries } from '#contract/platform/deliveries.ts';
import {
  NOTIFICATION_EVENTS,
  type NotificationEvent,
  type OutsideChannel,
} from '#domain/settings/notification-event.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { accountsNamed, personName } from '#server/platform/person-name.ts';

/** What did not come, or nobody knows whether, and is news still; a code is asked for anew by its owner. */
export const resendable = sql<boolean>`d.status in ('failed', 'unknown') and n.id is not null
  and n.read_at is null and n.decided_at is null`;

const statuses = Object.keys(DELIVERY_STATUSES) as DeliveryStatus[];

type ListFilter = Pick<Input<typeof deliveries.list>['query'], 'q' | 'filter'>;

/** To whom it went, by his name, or which number the service gave it, as a whole; each by an index of its own. */
const matching = (typed: string) =>
  sql<SqlBool>`d.id in (select id from deliveries where provider_id = ${typed}
    union all select id from deliveries where account_id in (${accountsNamed(typed)}))`;

/** The deliveries as searched and filtered. */
function filtered(ctx: Ctx<Actor>, { q, filter = {} }: ListFilter) {
  let rows = ctx.db
    .selectFrom('deliveries as d')
    .leftJoin('notifications as n', 'n.id', 'd.notificationId')
    .where(ctx.within('delivery', 'd'));
  if (filter.status) rows = rows.where('d.status', 'in', filter.status);
  if (filter.channel) rows = rows.where('d.channel', 'in', filter.channel);
  if (filter.event) rows = rows.where('d.event', 'in', filter.event);
  if (filter.accountId) rows = rows.where('d.accountId', '=', filter.accountId);
  if (filter.individualId) {
    rows = rows.where(
      sql<SqlBool>`d.account_id = (select account_id from individuals where id = ${filter.individualId})`,
    );
  }
  return q ? rows.where(matching(q)) : rows;
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
