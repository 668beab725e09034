import { sql } from 'kysely';
import type { SubJobCode } from '#domain/money/close-day.ts';
import type { App } from '#server/platform/app.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { certainNow } from '#server/platform/database/clock.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { describeError } from '#server/platform/log/log.ts';
import type { Closing } from '#server/platform/state/deadlines.ts';
import type { EachPart, SubJobPart, WholePart } from '#server/platform/state/sub-jobs.ts';
import { inSystemTransaction, inWriteTransaction } from '#server/platform/state/write.ts';
import { type OpenDay } from './days.ts';
import type { Lease } from './lease.ts';
import { dueOf, type ErrorPlace, resolveError, tableOf, upTo, writeError } from './one-object.ts';

/** What a pass over some objects has come to. */
interface Tally {
  changed: number;
  skipped: number;
  failed: number;
}

/** Where a sub-job stands for its day. */
interface Progress {
  id: number;
  part: number;
  objectType: string | null;
  reached: number;
}

/** The node stops: what is left another one does. */
class ClosePaused extends Error {
  override message = 'the close of a day waits for another node';
}

/** A sub-job as it is run for a day. */
interface Running {
  app: App;
  lease: Lease;
  day: OpenDay;
  sub: SubJobCode;
}

/**
 * Does a sub-job for a day, from where it was left; one that is done is done no more unless it is asked for again.
 * @throws LeaseLost, ClosePaused, or that the database was away
 */
export async function runSubJob(running: Running, { again = false }: { again?: boolean } = {}): Promise<void> {
  const { app, sub } = running;
  const progress = await beginSubJob(running, again);
  if (progress === null) return;
  const parts = app.appDefinition.subJobs.get(sub) ?? [];
  // Where another release has left it the part may have another place; then all are looked through once more.
  const left = parts[progress.part];
  const from = left && tableOf(left) === progress.objectType ? progress : { part: 0, reached: 0 };
  for (let part = from.part; part < parts.length; part++) {
    await runPart(running, progress.id, { part, does: parts[part]!, reached: part === from.part ? from.reached : 0 });
  }
  await forgetLostParts(running, parts.length);
  await sql`update sub_job_results set finished_at = clock_timestamp(), status = case when exists (
      select from sub_job_errors e where e.business_day_id = sub_job_results.business_day_id and e.sub = sub_job_results.sub
        and e.resolved_at is null) then 'failed' else 'done' end
    where id = ${progress.id}`.execute(app.database.db);
}

/** What a part could not do as a whole nobody can do again where no release has such a part any more. */
async function forgetLostParts({ app, day, sub }: Running, parts: number): Promise<void> {
  await app.database.db
    .updateTable('subJobErrors')
    .set({ resolvedAt: sql<Date>`clock_timestamp()` })
    .where('businessDayId', '<=', day.id)
    .where('sub', '=', sub)
    .where('objectId', '=', 0)
    .where('part', '>=', parts)
    .where('resolvedAt', 'is', null)
    .execute();
}

/** Where it is to go on; null where it is done. */
async function beginSubJob({ app, lease, day, sub }: Running, again: boolean): Promise<Progress | null> {
  const { db } = app.database;
  await lease.demand(db);
  const anew = {
    status: 'running',
    part: 0,
    objectType: null,
    reached: 0,
    // What was changed by now stays so; all else is counted anew.
    processedBefore: sql<number>`greatest(sub_job_results.processed_before, sub_job_results.processed)`,
    processed: 0,
    failed: 0,
    startedAt: sql<Date>`clock_timestamp()`,
    finishedAt: null,
  };
  await db
    .insertInto('subJobResults')
    .values({ businessDayId: day.id, sub, status: 'running' })
    .onConflict((same) =>
      same
        .columns(['businessDayId', 'sub'])
        .doUpdateSet(anew)
        .where(sql<boolean>`sub_job_results.status = 'failed' or (${again} and sub_job_results.status = 'done')`),
    )
    .execute();
  const { status, ...progress } = await db
    .selectFrom('subJobResults')
    .select(['id', 'status', 'part', 'objectType', 'reached'])
    .where('businessDayId', '=', day.id)
    .where('sub', '=', sub)
    .executeTakeFirstOrThrow();
  return status === 'running' ? progress : null;
}

interface PartRun {
  part: number;
  does: SubJobPart;
  reached: number;
}

async function runPart(running: Running, resultId: number, { part, does, reached }: PartRun): Promise<void> {
  const { app, lease, day, sub } = running;
  const { db } = app.database;
  const place: Omit<ErrorPlace, 'objectId'> = { businessDayId: day.id, sub, part, objectType: tableOf(does) };
  const closing = (after: number): Closing => ({ day: day.day, opens: day.opens, after });
  if ('whole' in does) return runWhole(running, resultId, { does, place: { ...place, objectId: 0 } });
  const failedBefore = await openErrorsOf(app, place);
  const seen = new Set<number>();
  for (let after = reached; ; ) {
    if (app.stopping.signal.aborted) throw new ClosePaused();
    const now = await certainNow(db);
    const found = await lookedFor(running, resultId, { does, place, now, closing: closing(after) });
    if (found === null) return;
    const ids = found.filter((id) => !seen.has(id));
    // What failed before and is not due any more has been done by somebody, or is done now.
    const left = ids.length > 0 ? ids : [...failedBefore].filter((id) => !seen.has(id));
    if (left.length === 0) return;
    await lease.demand(db);
    const tally: Tally = { changed: 0, skipped: 0, failed: 0 };
    for (const some of portionsOf(left, does.each.together?.atOnce ?? 1)) {
      // What is done by now is told, so that whoever goes on begins behind it.
      if (app.stopping.signal.aborted) break;
      const at = { now, closing: closing(after) };
      const changed = await runTogether(app, does, some, at);
      for (const id of some) {
        const outcome = changed
          ? changed.has(id)
            ? 'changed'
            : 'skipped'
          : await runOne(app, does, { ...place, objectId: id }, at);
        if (outcome !== 'failed' && failedBefore.has(id)) await resolveError(app, { ...place, objectId: id });
        tally[outcome]++;
        seen.add(id);
        if (ids.length > 0) after = Math.max(after, id);
      }
    }
    await writeProgress(running, resultId, { ...place, reached: after, tally });
  }
}

const portionsOf = <T>(all: readonly T[], atOnce: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) => all.slice(index * atOnce, (index + 1) * atOnce));

/** Does a sub-job to several objects in one transaction. @returns those it has changed; null where each is to be done alone */
async function runTogether(
  app: App,
  { each: { operation, together } }: EachPart,
  ids: readonly number[],
  { now, closing }: { now: Date; closing: Closing },
): Promise<ReadonlySet<number> | null> {
  if (!together) return null;
  try {
    const work = (tx: Tx) => together.run(app, tx, ids, now, closing);
    return new Set(await inSystemTransaction(app.database.db, operation, work));
  } catch (error) {
    // Done alone each of them says what is wrong with it.
    app.log.warn({ operation, objects: ids.length, error: describeError(error) }, 'portion of a sub-job failed');
    return null;
  }
}

/** What is due of a part; null where it cannot be found out: that is an error of the part as a whole, until it can. */
async function lookedFor(
  running: Running,
  resultId: number,
  { does, place, now, closing }: { does: EachPart; place: Omit<ErrorPlace, 'objectId'>; now: Date; closing: Closing },
): Promise<readonly number[] | null> {
  const { app } = running;
  const asWhole: ErrorPlace = { ...place, objectType: null, objectId: 0 };
  try {
    const found = await app.database.db.transaction().execute((tx) => dueOf(tx, does, now, closing));
    await resolveError(app, asWhole);
    return found;
  } catch (error) {
    await writeError(app, error, asWhole);
    const tally: Tally = { changed: 0, skipped: 0, failed: 1 };
    await writeProgress(running, resultId, { ...place, reached: closing.after, tally });
    return null;
  }
}

/**
 * Does a sub-job to one object, behind a transaction of its own; what fails is written down and stops nothing.
 * @param by the operator who has asked for it, whose act it is; that of the system unless told
 */
export async function runOne(
  app: App,
  does: EachPart,
  place: ErrorPlace,
  { now, closing, by }: { now: Date; closing: Closing; by?: Ctx },
): Promise<keyof Tally> {
  const work = (tx: Tx) => does.each.run(app, tx, place.objectId, now, closing);
  try {
    const done = await (by
      ? inWriteTransaction(by, work)
      : inSystemTransaction(app.database.db, does.each.operation, work));
    return done === false ? 'skipped' : 'changed';
  } catch (error) {
    await writeError(app, error, place);
    return 'failed';
  }
}

/** The objects of a part that have failed before and are not resolved. */
async function openErrorsOf(
  app: App,
  { businessDayId, sub, part, objectType }: Omit<ErrorPlace, 'objectId'>,
): Promise<Set<number>> {
  const rows = await app.database.db
    .selectFrom('subJobErrors')
    .select('objectId')
    .where('businessDayId', upTo(sub), businessDayId)
    .where('sub', '=', sub)
    .where('part', '=', part)
    .where('objectType', '=', objectType)
    .where('resolvedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ objectId }) => objectId));
}

async function runWhole(
  running: Running,
  resultId: number,
  { does, place }: { does: WholePart; place: ErrorPlace },
): Promise<void> {
  const { app, day } = running;
  const closing: Closing = { day: day.day, opens: day.opens, after: 0 };
  let tally: Tally = { changed: 0, skipped: 0, failed: 1 };
  try {
    const { processed, changed } = await does.whole(app, closing, await certainNow(app.database.db));
    await resolveError(app, place);
    tally = { changed, skipped: processed - changed, failed: 0 };
  } catch (error) {
    await writeError(app, error, place);
  }
  await writeProgress(running, resultId, { ...place, reached: 0, tally });
}

async function writeProgress(
  { app, lease }: Running,
  id: number,
  { part, objectType, reached, tally }: Pick<ErrorPlace, 'part' | 'objectType'> & { reached: number; tally: Tally },
): Promise<void> {
  const { changed, skipped, failed } = tally;
  await app.database.db.transaction().execute(async (tx) => {
    await lease.demand(tx);
    await sql`update sub_job_results set part = ${part}, object_type = ${objectType}, reached = ${reached}, changed = changed + ${changed},
      failed = failed + ${failed}, processed = processed + ${changed + skipped + failed} where id = ${id}`.execute(tx);
  });
}
