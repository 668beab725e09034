import { sql } from 'kysely';
import { dueRequests, requestDeadline } from '#server/modules/requests/deadlines.acts.ts';
import { dueSettlements, settleDeadlines } from '#server/modules/settlements/deadlines.acts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db.ts';
import { describeError } from '#server/platform/log.ts';
import { inSystemTransaction } from '#server/platform/write.ts';

/** How often the clock is looked at; whoever opens a deal sees its true state at any moment. */
const intervalMs = 60_000;
/** Any number that nothing else in the database uses for an advisory lock. */
const watchLock = 6_205_918_443;

/**
 * Does what time has come for, each deal in a transaction of its own: one that fails is told in the log and stops no
 * other. What is due stands in the rows, so nothing is lost when no node looks for a while.
 * @param now the moment to judge by
 */
export async function keepDeadlines(app: App, now: Date = new Date()): Promise<void> {
  const { db } = app.database;
  await eachAlone(app, 'settlements.deadline', await dueSettlements(db), (tx, id) => settleDeadlines(tx, id, now));
  await eachAlone(app, 'requests.deadline', await dueRequests(db, now), (tx, id) => requestDeadline(tx, id, now));
}

async function eachAlone(
  app: App,
  operation: string,
  ids: readonly number[],
  work: (tx: Tx, id: number) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    try {
      await inSystemTransaction(app.database.db, operation, (tx) => work(tx, id));
    } catch (error) {
      app.log.error({ operation, id, error: describeError(error) }, 'deadline not kept');
    }
  }
}

/** Of several nodes one looks at a time. */
async function keepAlone(app: App): Promise<void> {
  await app.database.db.connection().execute(async (one) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${watchLock}) as taken`.execute(one);
    if (!rows[0]?.taken) return;
    try {
      await keepDeadlines(app);
    } finally {
      await sql`select pg_advisory_unlock(${watchLock})`.execute(one);
    }
  });
}

/** Keeps deadlines every minute until it is stopped, the first time at once. */
export function startDeadlines(app: App): { stop(): Promise<void> } {
  let working: Promise<unknown> = Promise.resolve();
  const look = (): void => {
    working = keepAlone(app).catch((error: unknown) => app.log.warn({ error: describeError(error) }, 'deadlines'));
  };
  look();
  const timer = setInterval(look, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
}
