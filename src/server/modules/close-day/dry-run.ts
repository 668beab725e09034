import { sql } from 'kysely';
import { type SubJobCode, subJobCodes } from '#domain/money/close-day.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Closing } from '#server/platform/state/deadlines.ts';
import type { SubJobPart } from '#server/platform/state/sub-jobs.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { databaseNow, openDayOf } from './days.ts';
import { causeOf } from './one-object.ts';

/** So many objects of a sub-job are tried. */
const most = 200;
/** So many of them are named. */
const mostExamples = 5;

/** What a sub-job would do. */
export interface Tried {
  sub: SubJobCode;
  /** Whether it can be tried at all. */
  isTried: boolean;
  found: number;
  /** There are more than were tried. */
  more: boolean;
  changed: number;
  failed: number;
  examples: { objectId: number; cause: string | null }[];
}

class RolledBack extends Error {}

/** Does the first objects of every sub-job, one sub-job after another in one transaction, and takes all of it back. */
export async function dryRun(app: App): Promise<Tried[]> {
  const tried: Tried[] = [];
  const rolledBack = inSystemTransaction(app.database.db, 'close-day.dry-run', async (tx) => {
    // Done anew after a lost race, it begins from nothing.
    tried.length = 0;
    const { day, opens } = await openDayOf(tx);
    for (const sub of subJobCodes) {
      const parts = app.appDefinition.subJobs.get(sub) ?? [];
      tried.push(await tryParts(app, tx, { sub, parts, closing: { day, opens, after: 0 } }));
    }
    throw new RolledBack();
  });
  await rolledBack.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return tried;
}

async function tryParts(
  app: App,
  tx: Tx,
  { sub, parts, closing }: { sub: SubJobCode; parts: readonly SubJobPart[]; closing: Closing },
): Promise<Tried> {
  const tried: Tried = { sub, isTried: false, found: 0, more: false, changed: 0, failed: 0, examples: [] };
  for (const part of parts) {
    if (!('each' in part)) continue;
    tried.isTried = true;
    const now = await databaseNow(tx);
    const due = await part.each.due(tx, now, closing);
    tried.found += due.length;
    tried.more ||= due.length > most;
    for (const objectId of due.slice(0, most)) {
      const cause = await tryOne(app, tx, { part, objectId, now, closing, tried });
      if (tried.examples.length < mostExamples) tried.examples.push({ objectId, cause });
    }
  }
  return tried;
}

/** @returns why it fails, null when it does not */
async function tryOne(
  app: App,
  tx: Tx,
  {
    part,
    objectId,
    now,
    closing,
    tried,
  }: { part: Extract<SubJobPart, { each: unknown }>; objectId: number; now: Date; closing: Closing; tried: Tried },
): Promise<string | null> {
  await sql`savepoint tried`.execute(tx);
  try {
    if ((await part.each.run(app, tx, objectId, now, closing)) !== false) tried.changed++;
    await sql`release savepoint tried`.execute(tx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint tried`.execute(tx);
    tried.failed++;
    return causeOf(app, error, { sub: tried.sub, objectId }).cause;
  }
}
