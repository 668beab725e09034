import { Refusal } from '#contract/kernel/errors.ts';
import { closeDay, closeDayRights } from '#contract/money/close-day.ts';
import { businessDayMachine, SUB_JOBS, type SubJobCode } from '#domain/money/close-day.ts';
import { addDays, type Day } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import { type Ctx, type Implemented, implement, prepared, type Writing } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { illegalIn } from '#server/platform/state/transition.ts';
import { type CloseOrder, closeDays } from './close.commands.ts';
import { certainNow, closeJob, isOver, type OpenDay, openDayOf } from './days.ts';
import { dryRun, type Tried } from './dry-run.ts';
import { isLed } from './lease.ts';
import { resolveError, tableOf } from './one-object.ts';
import { resultsOf } from './results.queries.ts';
import type { Override } from './seal.commands.ts';
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

/** Does the object of an error once more. @returns whether it is done now */
async function retry(ctx: Ctx, sub: SubJobCode, id: number): Promise<boolean> {
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
  const does = place && app.appDefinition.subJobs.get(sub)?.[place.part];
  // What a sub-job does as a whole is done again with it, and so is what it could not look for.
  const isThere = place && does && 'each' in does && place.objectId !== 0;
  // Another release may have had another part at this place.
  if (!isThere || tableOf(does) !== place.objectType) throw new Refusal('object.absent');
  const day = place.day as Day;
  const at = {
    businessDayId: place.businessDayId,
    sub,
    part: place.part,
    objectType: place.objectType,
    objectId: place.objectId,
  };
  const closing = { day, opens: addDays(day, 1), after: place.objectId };
  if ((await runOne(app, does, at, { now: await certainNow(db), closing, by: ctx })) === 'failed') return false;
  await resolveError(app, at);
  return true;
}

export const closeDayHandlers: Implemented[] = implement(closeDay, {
  results: (ctx, { query }) => resultsOf(ctx, query.day),
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
    async prepare(ctx, { params, body }): Promise<boolean | null> {
      const sub = subOf(params.sub);
      return body.error === undefined ? null : retry(ctx, sub, body.error);
    },
    async run(ctx, { params, body: { reason, version } }, done) {
      if (done !== null) return { done };
      if (reason !== undefined && !ctx.may(closeDayRights.override)) throw new Refusal('access.denied');
      const open = await demandClosable(ctx.db);
      const sub = subOf(params.sub);
      const override = reason === undefined ? undefined : overrideBy(ctx, { reason, version }, sub, open);
      await enqueue(ctx, { sub, day: open.day, override });
      return { done: null };
    },
  }),
});
