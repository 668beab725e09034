import type { App } from '../app.ts';
import type { Db, Tx } from '../database/db.ts';
import { type Interval, startInterval } from '../jobs/interval.ts';
import { describeError } from '../log/log.ts';
import { inSystemTransaction, type SystemOperation } from './write.ts';

/** How often the clock is looked at; whoever opens an object sees its true state at any moment. */
const intervalMs = 60_000;

/** Does what is due at a moment. */
export type Deadline = (app: App, now: Date) => Promise<void>;

/**
 * A deadline of many objects, each run in a transaction of its own: one that fails is logged and stops no other.
 * What is due is in the rows, so nothing is lost when no node looks for a while, and of two nodes that look at once the
 * second finds it done under the lock of the row.
 * @param due the ids of the objects whose time has come
 */
export const eachDue =
  (
    operation: SystemOperation,
    due: (db: Db, now: Date) => Promise<readonly number[]>,
    run: (app: App, tx: Tx, id: number, now: Date) => Promise<void>,
  ): Deadline =>
  async (app, now) => {
    for (const id of await due(app.database.db, now)) {
      try {
        await inSystemTransaction(app.database.db, operation, (tx) => run(app, tx, id, now));
      } catch (error) {
        app.log.error({ operation, id, error: describeError(error) }, 'deadline not kept');
      }
    }
  };

/** Runs the deadlines of all modules, one after another; one that fails stops no other. */
export async function runDeadlines(app: App, now: Date = new Date()): Promise<void> {
  for (const { name, deadlines = [] } of app.appDefinition.modules) {
    for (const deadline of deadlines) {
      await deadline(app, now).catch((error: unknown) =>
        app.log.error({ module: name, error: describeError(error) }, 'deadlines not looked at'),
      );
    }
  }
}

/** Runs deadlines every minute until it is stopped. */
export const startDeadlines = (app: App): Interval =>
  startInterval(intervalMs, app.log, 'deadlines', () => runDeadlines(app));
