import type { App } from '#server/platform/app.ts';
import { publish } from '#server/platform/events.ts';
import { stateOf } from '#server/platform/files/virus/scanned.ts';
import { type Interval, startInterval } from '#server/platform/jobs/interval.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { fileInfected } from './files.events.ts';
import { tellOfInfected } from './infected.commands.ts';

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
    await inSystemTransaction(db, 'files.scan', async (tx) => {
      const judged = await tx
        .updateTable('storedFiles')
        .set({ scan })
        .where('id', '=', id)
        .where('scan', '=', 'held')
        .executeTakeFirst();
      // Another node may have been first.
      if (scan !== 'infected' || judged.numUpdatedRows === 0n) return;
      const ctx = { app, db: tx, actor: null };
      await tellOfInfected(ctx, { fileId: id });
      await publish(ctx, fileInfected, { fileId: id });
    });
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
