import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { closeDay, closeDayRights } from '#contract/money/close-day.ts';
import { businessDayMachine, SUB_JOBS, type SubJobCode } from '#domain/money/close-day.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import { type Ctx, type Implemented, implement, prepared, type Writing } from '#server/platform/ctx.ts';
import { certainNow } from '#server/platform/database/clock.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { EachPart } from '#server/platform/state/sub-jobs.ts';
import { illegalIn } from '#server/platform/state/transition.ts';
import { type CloseOrder, closeDays } from './close.commands.ts';
import { chooseLetter } from './close-letters.commands.ts';
import { closeJob, isOver, type OpenDay, openDayOf } from './days.ts';
import { dryRun, type Tried } from './dry-run.ts';
import { isLed } from './lease.ts';
import { type ErrorPlace, resolveError, tableOf } from './one-object.ts';
import { resultsOf } from './results.queries.ts';
import type { Override } from './seal.commands.ts';
import { checkSeal } from './seal-chain.ts';
import { runOne } from './sub-job.commands.ts';

/** Does what was ordered; while somebody else leads it is tried again later, and one order at a time waits. */
export async function closeAsOrdered(app: App, order: CloseOrder): Promise<void> {
  if (!(await closeDays(app, order))) throw new Error('somebody else closes the day now');
}

/** @throws Refusal while the open day goes on, or somebody closes it */
async function demandClosable(db: Db | Tx): Promise<OpenDay> {
  const open = await openDayOf(db);
  if (!isOver(open.day, await certainNow(db))) throw new Refusal('close.not_over');
  if (await isLed(db)) throw new Refusal('close.under_way');
  return open;
}

async function enqueue(ctx: Writing, order: Omit<CloseOrder, 'by'>): Promise<void> {
  await ctx.app.jobs.add(ctx.db, closeJob, { ...order, by: ctx.actor.accountId }, { key: closeJob });
}

/** Somebody seals against what is in the way of the seal, and of nothing but what he has seen. @throws Refusal */
function overrideBy(
  { actor }: Writing,
  { reason, version }: { reason: string; version: number | undefined },
  sub: SubJobCode,
  open: OpenDay,
): Override {
  if (open.status !== 'stopped' || sub !== 'seal-day') throw illegalIn(businessDayMachine, open.status);
  if (version !== open.version) throw new Refusal('version.stale');
  return { accountId: actor.accountId, reason, seen: open.obstacles };
}

const subOf = (code: string): SubJobCode => {
  if (!Object.hasOwn(SUB_JOBS, code)) throw new Refusal('object.absent');
  return code as SubJobCode;
};

/** What became of an error that was to be done again: nothing is left to do where the object or its part of the step is gone. */
type Retried = 'done' | 'failed' | 'gone' | 'idle';

/** Does the object of an error once more. */
async function retry(ctx: Ctx, sub: SubJobCode, id: number): Promise<Retried> {
  const { app } = ctx;
  const { db } = app.database;
  const place = await db
    .selectFrom('subJobErrors as e')
    .innerJoin('businessDays as d', 'd.id', 'e.businessDayId')
    .select(['e.businessDayId', 'e.part', 'e.objectType', 'e.objectId', 'd.day'])
    .where('e.id', '=', id)
    .where('e.sub', '=', sub)
    .where('e.resolvedAt', 'is', null)
    .executeTakeFirst();
  // What a sub-job does as a whole is done again with it, and so is what it could not look for.
  if (!place || place.objectId === 0) throw new Refusal('object.absent');
  const { day, ...at } = { ...place, sub, day: place.day as Day };
  const does = partOf(app, at);
  if (!does || !(await isThere(db, at))) {
    await resolveError(app, at);
    return 'gone';
  }
  const closing = { day, opens: addDays(day, 1), after: at.objectId };
  const outcome = await runOne(app, does, at, { now: await certainNow(db), closing, by: ctx });
  if (outcome === 'failed') return 'failed';
  await resolveError(app, at);
  return outcome === 'skipped' ? 'idle' : 'done';
}

/** What a sub-job does to the object of an error: the part at its place, or the one of the same kind where that has moved on with a release. */
function partOf(app: App, { sub, part, objectType }: ErrorPlace): EachPart | undefined {
  const parts = app.appDefinition.subJobs.get(sub) ?? [];
  const found = [parts[part], ...parts].find((one) => one && tableOf(one) === objectType);
  return found && 'each' in found ? found : undefined;
}

/** Whether an object is still there. */
const isThere = async (db: Db, { objectType, objectId }: ErrorPlace): Promise<boolean> =>
  (await sql`select from ${sql.table(objectType!)} where id = ${objectId}`.execute(db)).rows.length > 0;

export const closeDayHandlers: Implemented[] = implement(closeDay, {
  results: (ctx, { query }) => resultsOf(ctx, query.day),
  async checkSeal({ db }, { query }) {
    const check = await checkSeal(db, query.day);
    if (!check) throw new Refusal('object.absent');
    return check;
  },
  chooseLetter: (ctx, { body }) => chooseLetter(ctx, body.wanted),
  run: prepared(closeDay.run, {
    prepare: async ({ app }, { query }): Promise<Tried[] | null> => (query.dryRun ? dryRun(app) : null),
    async run(ctx, _input, tried) {
      if (tried) return { day: (await openDayOf(ctx.db)).day, tried };
      const { day } = await demandClosable(ctx.db);
      await enqueue(ctx, {});
      return { day, tried: [] };
    },
  }),
  runSub: prepared(closeDay.runSub, {
    async prepare(ctx, { params, body }): Promise<Retried | null> {
      const sub = subOf(params.sub);
      return body.error === undefined ? null : retry(ctx, sub, body.error);
    },
    async run(ctx, { params, body: { reason, version } }, retried) {
      if (retried !== null)
        return { done: retried !== 'failed', isGone: retried === 'gone', isIdle: retried === 'idle' };
      if (reason !== undefined && !ctx.may(closeDayRights.override)) throw new Refusal('access.denied');
      const open = await demandClosable(ctx.db);
      const sub = subOf(params.sub);
      const override = reason === undefined ? undefined : overrideBy(ctx, { reason, version }, sub, open);
      await enqueue(ctx, { sub, day: open.day, override });
      return { done: null, isGone: false, isIdle: false };
    },
  }),
});
