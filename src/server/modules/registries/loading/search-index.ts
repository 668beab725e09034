import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';

/**
 * Writes entries so that whoever searches finds them at once. New words wait in a list until there are enough of them for
 * the index of the search: the longer the list, the fewer the visits to each of its pages. Whoever searches reads the list
 * too, so nothing of it is left behind.
 */
export async function searchableAtOnce(tx: Tx, write: () => Promise<void>): Promise<void> {
  await sql`set local gin_pending_list_limit = '64MB'`.execute(tx);
  await write();
  await sql`select fold_entry_search()`.execute(tx);
}
