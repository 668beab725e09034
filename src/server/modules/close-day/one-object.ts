import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { blocksSeal, type SubJobCode } from '#domain/money/close-day.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { isDatabaseAway } from '#server/platform/http/refusals.ts';
import { describeError } from '#server/platform/log/log.ts';
import type { Closing } from '#server/platform/state/deadlines.ts';
import { type EachPart, type SubJobPart, SubJobProblem } from '#server/platform/state/sub-jobs.ts';

/** So long a portion of what is due is looked for: a close may ask more of the rows than anybody who waits for an answer. */
const longestMs = 60_000;

/** Where an object stands that a sub-job could not do. */
export interface ErrorPlace {
  businessDayId: number;
  sub: SubJobCode;
  part: number;
  /** Null and 0 of the part as a whole. */
  objectType: string | null;
  objectId: number;
}

/** The table of the objects of a part, as errors name it; null of one that has none. */
export const tableOf = (part: SubJobPart): string | null => ('each' in part ? part.about : null);

/** The objects of a part whose time has come. */
export async function dueOf(tx: Tx, { each }: EachPart, now: Date, closing: Closing): Promise<readonly number[]> {
  await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
  return each.due(tx, now, closing);
}

/** Why something failed, in words that an operator may read; what nobody designed has a number, under which the log tells more. */
export function causeOf(
  { log }: Pick<App, 'log'>,
  error: unknown,
  place: object,
): { cause: string; incident: string | null } {
  if (error instanceof SubJobProblem) return { cause: error.message, incident: null };
  if (error instanceof Refusal) return { cause: error.detail ?? error.message, incident: null };
  const incident = randomUUID().slice(0, 8);
  log.error({ ...place, incident, error: describeError(error) }, 'sub-job failed');
  return { cause: 'Внутренняя ошибка: подробности в журнале приложения', incident };
}

/** Which days a sub-job speaks of when it is done for one, or fails: that one, and those before as well, but for money, of which each day has its own. */
export const upTo = (sub: SubJobCode): '=' | '<=' => (blocksSeal(sub) ? '=' : '<=');

/**
 * Writes an error down, once for each object of a day; the next attempts are counted. What fails again on a later day is an error of that one
 * alone (`upTo`), with all its attempts.
 * @throws the error itself where the database was away: that is no fault of the object, and whoever goes on tries it anew
 */
export async function writeError(app: App, error: unknown, place: ErrorPlace): Promise<void> {
  if (isDatabaseAway(error)) throw error;
  const { cause, incident } = causeOf(app, error, place);
  await app.database.db
    .with('before', (db) =>
      db
        .updateTable('subJobErrors')
        .set({ resolvedAt: sql<Date>`clock_timestamp()` })
        .where(isUnresolvedOf(place))
        .where('businessDayId', '<', place.businessDayId)
        .returning('attempts'),
    )
    .insertInto('subJobErrors')
    .values({
      ...place,
      cause,
      incident,
      attempts: sql<number>`1 + coalesce((select sum(attempts) from before), 0)`,
    })
    .onConflict((same) =>
      same.columns(['businessDayId', 'sub', 'part', 'objectId']).doUpdateSet({
        objectType: place.objectType,
        cause,
        incident,
        attempts: sql<number>`sub_job_errors.attempts + excluded.attempts`,
        at: sql<Date>`clock_timestamp()`,
        resolvedAt: null,
      }),
    )
    .execute();
}

/** What was an error is none any more, nor was it one of a day before (`upTo`). */
export async function resolveError(app: App, place: ErrorPlace): Promise<void> {
  await app.database.db
    .updateTable('subJobErrors')
    .set({ resolvedAt: sql<Date>`clock_timestamp()` })
    .where(isUnresolvedOf(place))
    .execute();
}

/** Whether a row is an error of an object that nobody has resolved, of the days that its sub-job speaks of. */
const isUnresolvedOf = ({ businessDayId, sub, part, objectId }: ErrorPlace) =>
  sql<boolean>`business_day_id ${sql.raw(upTo(sub))} ${businessDayId} and sub = ${sub} and part = ${part} and object_id = ${objectId}
    and resolved_at is null`;
