import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';

/**
 * Ends all codes of an account that wait: whatever was begun is begun anew. They end when they were made, which is over for everybody: the
 * present moment is not for whoever has begun before it, and uses his code after our commit.
 */
export async function endCodes(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('oneTimeCodes')
    .set({ expiresAt: sql<Date>`created_at` })
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .whereRef('expiresAt', '>', 'createdAt')
    .execute();
}
