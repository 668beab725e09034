import { sql } from 'kysely';
import { addDays, compareDays, type Day, daysBetween, moscowDay } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import { hasLivingJob } from '#server/platform/jobs/jobs.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { reconcileDay } from './reconcile.ts';

/** So many days back a day that was not compared is still asked for. */
const mostDays = 31;

/**
 * Has each day compared once it is over, also those that were missed since the first one; a partner that is silent then is asked again
 * by the queue.
 */
export async function reconcilePastDays(app: App, now: Date): Promise<void> {
  if (!app.payments) return;
  const { db } = app.database;
  for (const day of await daysToCompare(app, addDays(moscowDay(now), -1))) {
    const key = `reconcile:${day}`;
    const { rows } = await sql<{ there: boolean }>`select ${hasLivingJob(sql`${key}`)} as there`.execute(db);
    if (!rows[0]!.there) await app.jobs.add(db, 'reconcile-day', { day }, { key });
  }
}

/** The days up to the last one that are not compared, from the first that was; where none ever was, the last alone. */
async function daysToCompare({ database: { db } }: App, last: Day): Promise<Day[]> {
  const earliest = addDays(last, 1 - mostDays);
  const rows = await db.selectFrom('reconciliations').select(['day', 'createdAt']).where('day', '<=', last).execute();
  const compared = rows.flatMap(({ day, createdAt }) => (moscowDay(createdAt) > day ? [day as Day] : []));
  const [first = last] = compared.toSorted(compareDays);
  const from = first < earliest ? earliest : first;
  const known = new Set(compared);
  return Array.from({ length: daysBetween(from, last) + 1 }, (_, index) => addDays(from, index)).filter(
    (day) => !known.has(day),
  );
}

/** Compares a day with the partner's statement. @throws PartnerSilent when he has not answered */
export async function reconcileByClock(app: App, { day }: { day: Day }): Promise<void> {
  if (!app.payments || (await isCompared(app, day))) return;
  const statement = await app.payments.statement(day);
  await inSystemTransaction(app.database.db, 'reconciliation.byClock', (tx) =>
    reconcileDay(app, tx, { day, statement, accountId: null }),
  );
}

/** Whether a day was compared after it was over. */
async function isCompared({ database: { db } }: App, day: Day): Promise<boolean> {
  const rows = await db
    .selectFrom('reconciliations')
    .select('createdAt')
    .where('day', '=', day)
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  return rows.some(({ createdAt }) => moscowDay(createdAt) > day);
}
