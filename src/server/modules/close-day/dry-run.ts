import { sql } from 'kysely';
import { type SubJobCode, subJobCodes } from '#domain/money/close-day.ts';
import type { App } from '#server/platform/app.ts';
import { certainNow } from '#server/platform/database/clock.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.ts';
import type { Closing } from '#server/platform/state/deadlines.ts';
import type { SubJobPart } from '#server/platform/state/sub-jobs.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { openDayOf } from './days.ts';
import { numbered, objectOf, pageOf, settlementOf } from './object.ts';
import { causeOf, dueOf } from './one-object.ts';

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
  examples: { object: string | null; link: string | null; cause: string | null }[];
}

/** An object that was tried; null of what could not even be looked for. */
interface Example {
  about: keyof DB;
  objectId: number | null;
  cause: string | null;
}

class RolledBack extends Error {}

/** Does the first objects of every sub-job, each behind a savepoint that is rolled back at once, so that nobody waits for what is tried. */
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
  const attempt = <T>(objectId: number | null, work: () => Promise<T>) => takenBack(app, tx, { sub, objectId }, work);
  const examples: Example[] = [];
  const tell = (about: keyof DB, objectId: number | null, cause: string | null): void => {
    if (cause !== null) tried.failed++;
    const isTold = examples.some((one) => one.about === about && one.objectId === objectId && one.cause === cause);
    if (!isTold) examples.push({ about, objectId, cause });
  };
  for (const part of parts) {
    if (!('each' in part)) continue;
    tried.isTried = true;
    const now = await certainNow(tx);
    const due = await attempt(null, () => dueOf(tx, part, now, closing));
    if ('cause' in due) {
      tell(part.about, null, due.cause);
      continue;
    }
    tried.found += due.value.length;
    tried.more ||= due.value.length >= most;
    for (const objectId of due.value.slice(0, most)) {
      const done = await attempt(objectId, () => part.each.run(app, tx, objectId, now, closing));
      if ('value' in done && done.value !== false) tried.changed++;
      tell(part.about, objectId, 'cause' in done ? done.cause : null);
    }
  }
  // What fails is told first.
  const told = examples.toSorted((one, other) => Number(one.cause === null) - Number(other.cause === null));
  for (const example of told.slice(0, mostExamples)) tried.examples.push(await withName(app, tx, example));
  return tried;
}

/** An example with what people call its object, and where that opens. */
async function withName(app: App, tx: Tx, { about, objectId, cause }: Example): Promise<Tried['examples'][number]> {
  if (objectId === null) return { object: null, link: null, cause };
  const { object, settlementId } = await tx
    .selectFrom(
      sql<{ type: string; id: number }>`(values (${about}::text, ${objectId}::bigint))`.as<'e'>(sql`e(type, id)`),
    )
    .select([
      objectOf(app.appDefinition, 'e.type', 'e.id').as('object'),
      settlementOf('e.type', 'e.id').as('settlementId'),
    ])
    .executeTakeFirstOrThrow();
  return { object: numbered(object, objectId), link: pageOf(about, objectId, settlementId), cause };
}

/** What a piece of work comes to, or why it fails; nothing of it stays, neither rows and their locks nor how the transaction was set. */
async function takenBack<T>(
  app: App,
  tx: Tx,
  place: { sub: SubJobCode; objectId: number | null },
  work: () => Promise<T>,
): Promise<{ value: T } | { cause: string }> {
  await sql`savepoint tried`.execute(tx);
  try {
    return { value: await work() };
  } catch (error) {
    return { cause: causeOf(app, error, place).cause };
  } finally {
    await sql`rollback to savepoint tried`.execute(tx);
    await sql`release savepoint tried`.execute(tx);
  }
}
