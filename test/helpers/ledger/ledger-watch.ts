import { expect } from 'vitest';
import { brokenLedger } from '#server/modules/ledger/ledger.queries.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The databases of the servers that run now. */
const watched = new Set<Db>();

/** From now on the ledger of a server is looked at after every test. */
export const watchLedger = (db: Db): void => void watched.add(db);
export const leaveLedger = (db: Db): void => void watched.delete(db);

/** Looks at every watched ledger: whatever a test did, its sums hold. */
export async function checkLedgers(): Promise<void> {
  for (const db of watched) expect(await brokenLedger(db), 'the invariants of the ledger').toEqual([]);
}
