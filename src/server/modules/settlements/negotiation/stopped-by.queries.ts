import type { Side } from '#domain/values/machine.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Which side has broken a bargaining off; null of any that goes on or has ended otherwise. */
export async function stoppedBy(
  db: Db,
  { id, closeReason }: { id: number; closeReason: string | null },
): Promise<Side | null> {
  if (closeReason !== 'withdrawn') return null;
  const found = await db
    .selectFrom('statusHistory as h')
    .innerJoin('accounts as a', 'a.id', 'h.accountId')
    .select('a.kind')
    .where('h.objectType', '=', 'settlements')
    .where('h.objectId', '=', id)
    .where('h.move', '=', 'withdraw')
    .orderBy('h.id', 'desc')
    .executeTakeFirst();
  if (!found) return null;
  return found.kind === 'individual' ? 'individual' : 'creditor';
}
