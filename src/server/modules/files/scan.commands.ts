import type { App } from '#server/platform/app.ts';
import { stateOf } from '#server/platform/files/virus/scanned.ts';
import { type Interval, startInterval } from '#server/platform/jobs/interval.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';

const intervalMs = 60_000;

/** Has the files looked at that were taken while the scanner was away, until he is away again. */
export async function scanHeld(app: App): Promise<void> {
  const { db } = app.database;
  const held = await db
    .selectFrom('storedFiles')
    .select(['id', 'key'])
    .where('scan', '=', 'held')
    .orderBy('id')
    .execute();
  for (const { id, key } of held) {
    const scan = await stateOf(app, key);
    if (scan === 'held') {
      // A file that cannot be judged, as one that is lost, keeps no other waiting; a scanner that is away judges none.
      if (await isScannerAway(app)) return;
      continue;
    }
    await inSystemTransaction(db, 'files.scan', (tx) =>
      tx.updateTable('storedFiles').set({ scan }).where('id', '=', id).where('scan', '=', 'held').execute(),
    );
  }
}

async function isScannerAway({ scanner }: App): Promise<boolean> {
  return (
    scanner === undefined ||
    scanner.scan(nothing()).then(
      () => false,
      () => true,
    )
  );
}

async function* nothing(): AsyncGenerator<Buffer, void, undefined> {}

/** Scans what is held every minute until it is stopped, where there is a scanner at all. */
export const startScanning = (app: App): Interval | undefined =>
  app.scanner && startInterval(intervalMs, app.log, 'scanning', () => scanHeld(app));
