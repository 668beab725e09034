import { addDays, moscowDay } from '#domain/values/days.ts';
import { agreementSubJobs } from '#server/modules/settlements/agreement/sub-jobs.ts';
import type { App } from '#server/platform/app.ts';
import { type Closing, runDeadlines } from '#server/platform/state/deadlines.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';

/** What is of the clock goes by it: offers do not run out because a test goes ahead. */
const { 'expire-offers': _, ...ofAgreements } = agreementSubJobs;

/** Lets it be a moment: agreements are brought to its morning as the close of the day before does it, and the clock is looked at. */
export async function liveDay(app: App, now: Date = new Date()): Promise<void> {
  const opens = moscowDay(now);
  const closing: Closing = { day: addDays(opens, -1), opens, after: 0 };
  for (const part of Object.values(ofAgreements).flat()) {
    if (!('each' in part)) continue;
    const { due, run, operation } = part.each;
    for (const id of await due(app.database.db, now, closing)) {
      await inSystemTransaction(app.database.db, operation, (tx) => run(app, tx, id, now, closing));
    }
  }
  await runDeadlines(app, now);
}
