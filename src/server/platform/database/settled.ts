import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './db.ts';

/** A transaction gets numbers of its rows a moment before it gets its own. */
const momentMs = 50;
/** So long is waited for those that were there before. */
const patienceMs = 60_000;

/** Waits until every transaction that was writing when it began is over. @returns false while one of them writes for long */
export async function earlierWritersEnded(db: Db): Promise<boolean> {
  await sleep(momentMs);
  const { rows: at } = await sql<{
    over: string;
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as over`.execute(db);
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(momentMs)) {
    const { rows: now } = await sql<{ isOver: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${at[0]!.over}::xid8 as is_over`.execute(db);
    if (now[0]!.isOver) return true;
  }
  return false;
}
