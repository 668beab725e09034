import { type SubJobCode, subJobCodes } from '#domain/money/close-day.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import { certainNow } from '#server/platform/database/clock.ts';
import { isDatabaseAway } from '#server/platform/http/refusals.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { beginDay, isOver, type OpenDay, openDayOf } from './days.ts';
import { Lease, LeaseLost } from './lease.ts';
import { causeOf } from './one-object.ts';
import { missingSubJobs, type Override, refuse, sealDay } from './seal.commands.ts';
import { runSubJob } from './sub-job.commands.ts';

/** The clock begins so long after midnight in Moscow. */
const nightMs = 30 * 60_000;
/** A day that could not be sealed is tried again so long afterwards. */
const againMs = 60 * 60_000;

/** What is asked for: all that is missing, or one sub-job. */
export interface CloseOrder {
  /** Whoever has asked for it; null is the clock. */
  by: number | null;
  sub?: SubJobCode | undefined;
  /** The day it is meant for, where it is meant for no other. */
  day?: Day | undefined;
  override?: Override | undefined;
}

/**
 * Closes the open day, and those after it that are over as well, one by one, until one cannot be sealed; of several that begin at once one
 * does it, and the others find the lease taken. What another has begun and left is gone on with.
 * @returns false when somebody else leads
 * @throws LeaseLost, ClosePaused, or that the database was away, when somebody else is to go on from the very place: the clock of any node does, an order is to be given again
 */
export async function closeDays(app: App, order: CloseOrder): Promise<boolean> {
  const lease = await Lease.take(app);
  if (!lease) return false;
  try {
    let isSealed = true;
    while (isSealed && (await isClosable(app, order))) {
      isSealed = order.sub ? await runOrdered(app, lease, order) : await closeDay(app, lease, order);
    }
  } finally {
    await lease.end();
  }
  return true;
}

/** Whether the open day is over, and the one that is meant. */
async function isClosable({ database: { db } }: App, order: CloseOrder): Promise<boolean> {
  const { day } = await openDayOf(db);
  return (order.day === undefined || order.day === day) && isOver(day, await certainNow(db));
}

const closeDay = (app: App, lease: Lease, { by }: CloseOrder): Promise<boolean> =>
  towardsSeal(app, lease, by, async (day) => {
    for (const sub of subJobCodes) {
      if (sub !== 'seal-day') await runSubJob({ app, lease, day, sub });
    }
    return sealDay(app, lease, day);
  });

/** One sub-job once more, and the seal where no other is missing: else the day stays as it was. */
async function runOrdered(app: App, lease: Lease, order: CloseOrder): Promise<false> {
  const day = await openDayOf(app.database.db);
  if (order.sub !== 'seal-day') {
    await runSubJob({ app, lease, day, sub: order.sub! }, { again: true });
    if ((await missingSubJobs(app.database.db, day)).length > 0) return false;
  }
  await towardsSeal(app, lease, order.by, (begun) => sealDay(app, lease, begun, order.override));
  return false;
}

/**
 * Begins a day and does what leads to its seal. What nobody has designed is a refusal, too: whoever may close a day is told, and the clock
 * waits before it tries again.
 * @param work gives what is in the way of the seal
 * @returns whether it is sealed
 */
async function towardsSeal(
  app: App,
  lease: Lease,
  by: number | null,
  work: (day: OpenDay) => Promise<string[]>,
): Promise<boolean> {
  const day = await begin(app, lease, by);
  try {
    return (await work(day)).length === 0;
  } catch (error) {
    // Somebody goes on from the very place: a minute later by the clock.
    if (error instanceof LeaseLost || app.stopping.signal.aborted || isDatabaseAway(error)) throw error;
    await refuse(app, lease, day, [causeOf(app, error, { day: day.day }).cause]);
    return false;
  }
}

async function begin(app: App, lease: Lease, by: number | null): Promise<OpenDay> {
  const { db } = app.database;
  const day = await openDayOf(db);
  await inSystemTransaction(db, 'close-day.begin', async (tx) => {
    await lease.demand(tx);
    await beginDay(tx, day, by);
  });
  return { ...day, status: 'closing' };
}

/**
 * Closes what is over by half past midnight in Moscow, goes on with what a dead node has left, and tries again what was refused.
 * @param at the moment that is taken for now, the one that is certain unless told
 */
export async function closeByClock(app: App, at?: Date): Promise<void> {
  const { db } = app.database;
  const now = at ?? (await certainNow(db));
  const { day, status, updatedAt } = await openDayOf(db);
  if (moscowDay(new Date(now.getTime() - nightMs)) <= day) return;
  if (status === 'stopped' && now.getTime() - updatedAt.getTime() < againMs) return;
  await closeDays(app, { by: null });
}
