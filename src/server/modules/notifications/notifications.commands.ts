import { sql } from 'kysely';
import type { PageAddress } from '#contract/kernel/page-path.ts';
import type { NotificationEvent } from '#domain/settings/notification-event.ts';
import { planDeliveries } from '#server/modules/deliveries/plan.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.ts';
import type { Topic } from './topics.ts';

/** What a notification is about; its name is told by whoever reads it then. */
interface About {
  table: keyof DB;
  id: number;
}

/** What somebody is told. It holds no data of others: those are behind the link, and the name of what it is about. */
export interface Notification {
  /** What it is of the table of events, by which it goes beside the cabinet too. */
  event: NotificationEvent;
  title: string;
  detail?: string | null;
  link?: PageAddress;
  about?: About;
  /** The creditor of whose debt it tells its debtor: what goes outside the cabinet keeps the law of contact with him. */
  creditorId?: number | null;
  /** What is to be decided about it. Once it is, `settleNotifications` takes the notification from everybody who has it. */
  topic?: Topic;
}

/** Tells each of these accounts, in the caller's transaction. */
export const notify = (tx: Tx, accountIds: readonly number[], notification: Notification): Promise<void> =>
  notifyEach(
    tx,
    [...new Set(accountIds)].map((accountId) => ({ accountId, ...notification })),
  );

/** Tells each account something of its own, in the caller's transaction. */
export async function notifyEach(
  tx: Tx,
  notifications: readonly (Notification & { accountId: number })[],
): Promise<void> {
  if (notifications.length === 0) return;
  for (const [creditorId, own] of Map.groupBy(notifications, (one) => one.creditorId ?? null)) {
    const rows = own.map(({ about, creditorId: _creditorId, ...notification }) => ({
      ...notification,
      ...(about && { aboutType: about.table, aboutId: about.id }),
    }));
    const told = await tx.insertInto('notifications').values(rows).returning(['id', 'accountId', 'event']).execute();
    await planDeliveries(tx, told, creditorId);
  }
}

/** What waited about the object has been decided: nobody is reminded of it any more. */
export async function settleNotifications(tx: Tx, { table, id }: About, ...topics: Topic[]): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ decidedAt: sql<Date>`now()` })
    .where('aboutType', '=', table)
    .where('aboutId', '=', id)
    .where('topic', 'in', topics)
    .where('decidedAt', 'is', null)
    .execute();
}
