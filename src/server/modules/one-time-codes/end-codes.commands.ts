import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';

/** Ends all codes of an account that wait: whatever was begun is begun anew. */
export async function endCodes(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('oneTimeCodes')
    .set({ expiresAt: sql<Date>`now()` })
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute();
}
