import type { Day } from '#domain/values/days.ts';
import type { App } from '../app.ts';
import type { Db, Tx } from '../database/db.ts';
import { type Interval, startInterval } from '../jobs/interval.ts';
import { describeError } from '../log/log.ts';
import { inSystemTransaction, type SystemOperation } from './write.ts';

/** How often the clock is looked at; whoever opens an object sees its true state at any moment. */
const intervalMs = 60_000;

/** Does what is due at a moment. */
export type Deadline = (app: App, now: Date) => Promise<void>;

/** A day that is being closed (docs/decisions/0160). */
export interface Closing {
  readonly day: Day;
  /** The day after it, to whose morning everything is brought. */
  readonly opens: Day;
  /** Only objects beyond this number are asked for. A query that does not go by it is asked until it has nothing new. */
  readonly after: number;
}

/** What has come for many objects at a moment, and does it to one of them; the close of a day brings itself (docs/decisions/0160). */
export interface EachDue {
  readonly operation: SystemOperation;
  /** The ids of the objects whose time has come. */
  readonly due: (db: Db, now: Date, closing?: Closing) => Promise<readonly number[]>;
  /** Does it to one; false when there was nothing to do after all. */
  readonly run: (app: App, tx: Tx, id: number, now: Date, closing?: Closing) => Promise<unknown>;
  /** How the close of a day does it to many, where that is cheaper than one by one. */
  readonly together?: Together | undefined;
}

/** Does it to many objects in one transaction. Where it fails each is done alone, so that an error stays that of its object. */
export interface Together {
  /** So many at a time: for so long whoever wants one of them waits. */
  readonly atOnce: number;
  /** Gives those to which there was something to do. */
  readonly run: (app: App, tx: Tx, ids: readonly number[], now: Date, closing: Closing) => Promise<readonly number[]>;
}

/**
 * A deadline of many objects, each run in a transaction of its own: one that fails is logged and stops no other.
 * What is due is in the rows, so nothing is lost when no node looks for a while, and of two nodes that look at once the
 * second finds it done under the lock of the row.
 * @param due the ids of the objects whose time has come
 */
export const eachDue = (
  operation: SystemOperation,
  due: EachDue['due'],
  run: EachDue['run'],
  together?: Together,
): Deadline & EachDue => {
  const deadline: Deadline = async (app, now) => {
    for (const id of await due(app.database.db, now)) {
      try {
        await inSystemTransaction(app.database.db, operation, (tx) => run(app, tx, id, now));
      } catch (error) {
        app.log.error({ operation, id, error: describeError(error) }, 'deadline not kept');
      }
    }
  };
  return Object.assign(deadline, { operation, due, run, together });
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
