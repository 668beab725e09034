import { moscowDay } from '#domain/values/days.ts';
import { databaseNow } from '#server/platform/database/clock.ts';
import type { Deadline } from '#server/platform/state/deadlines.ts';

/**
 * What takes money, or tells of it, goes by the clock of the database, which is one for all nodes. One whose own day is another, as after
 * a repair, leaves it to others: nobody knows whose clock is right.
 */
export const byOneClock =
  (deadline: Deadline): Deadline =>
  async (app) => {
    const now = await databaseNow(app.database.db);
    if (moscowDay(now) === moscowDay(new Date())) await deadline(app, now);
  };
