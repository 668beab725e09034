import { sql } from 'kysely';
import type { PageAddress } from '#contract/kernel/page-path.ts';
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
  title: string;
  detail?: string | null;
  link?: PageAddress;
  about?: About;
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
  const rows = notifications.map(({ about, ...notification }) => ({
    ...notification,
    ...(about && { aboutType: about.table, aboutId: about.id }),
  }));
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute();
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
