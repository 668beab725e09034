import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { debug } from '#contract/platform/debug.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import type { App } from '#server/platform/app.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Db } from '#server/platform/database/db.ts';
import { folders } from '#server/platform/files/files.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';

/** A request is repeated within minutes, by a browser that was offline for a weekend within days. */
const answerDays = 7;
/** One statement takes so many rows at most, so that nobody waits for it. */
const portion = 5_000;
/** On a fuller disk PostgreSQL has no room for the growth of a working day with a large registry, nor for its log of changes. */
const leastFreeShare = 0.1;
const diskTitle = (machine: string): string => `На диске сервера ${machine} заканчивается место`;

/** Takes away what only served its moment: answers kept for repeated requests, and counters whose period is over. @returns how many */
export async function forgetBookkeeping({ database: { db } }: App): Promise<number> {
  const answers = await inPortions(() =>
    sql`delete from idempotency_records where (account_id, operation, key) in (
      select account_id, operation, key from idempotency_records
      where created_at < now() - make_interval(days => ${answerDays}) limit ${portion})`.execute(db),
  );
  const counters = await inPortions(() =>
    sql`delete from rate_limits where key in (
      select key from rate_limits where expire < ${Date.now()}::bigint limit ${portion})`.execute(db),
  );
  return answers + counters;
}

async function inPortions(take: () => Promise<{ numAffectedRows?: bigint | undefined }>): Promise<number> {
  for (let taken = 0; ; ) {
    const portionTaken = Number((await take()).numAffectedRows ?? 0n);
    taken += portionTaken;
    if (portionTaken < portion) return taken;
  }
}

/**
 * Tells administrators, once a day each of each machine, while a disk with data of this node has little room left.
 * @param machine what it is called: nodes of one machine have one disk
 */
export async function watchDisk(
  { config: { dataDir }, database: { db }, log }: App,
  machine = hostname(),
): Promise<void> {
  const places = [dataDir, ...folders.map((folder) => join(dataDir, folder))];
  const free = Math.min(...(await Promise.all(places.map(freeShare))));
  if (free >= leastFreeShare) return;
  const percent = Math.floor(free * 100);
  log.warn({ freePercent: percent }, 'little room left on the disk');
  await inSystemTransaction(db, 'system.disk', async (tx) => {
    const title = diskTitle(machine);
    const warned = await warnedToday(tx, title);
    const accounts = (await operatorsWith(tx, debug.settings)).filter((id) => !warned.has(id));
    await notify(tx, accounts, {
      event: 'platform.trouble',
      title,
      detail: `Свободно ${percent} %. Освободите место или увеличьте диск: когда оно кончится, ничего не будет сохраняться`,
    });
  });
}

/** The share of a disk that may still be written to; all of it where there is no such folder. */
async function freeShare(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null || disk.blocks === 0 ? 1 : disk.bavail / disk.blocks;
}

async function warnedToday(db: Db, title: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('notifications')
    .select('accountId')
    .where('title', '=', title)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .execute();
  return new Set(rows.map(({ accountId }) => accountId));
}
