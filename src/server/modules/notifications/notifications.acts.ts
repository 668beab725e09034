import type { Tx } from '#server/platform/db.ts';

/** What somebody is told. It holds no data of others: those stand behind the link. */
export interface News {
  title: string;
  detail?: string | null;
  /** A path of the application. */
  link?: string;
}

/** Tells each of these accounts, in the caller's transaction. */
export async function tell(tx: Tx, accountIds: readonly number[], news: News): Promise<void> {
  const rows = [...new Set(accountIds)].map((accountId) => ({ accountId, ...news }));
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute();
}
