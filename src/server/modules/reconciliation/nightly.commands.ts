import { sql } from 'kysely';
import { addDays, type Day, moscowDay } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import { hasLivingJob } from '#server/platform/jobs/jobs.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { reconcileDay } from './reconcile.ts';

/** Has yesterday compared once it is over; a partner that is silent then is asked again by the queue. */
export async function reconcileYesterday(app: App, now: Date): Promise<void> {
  if (!app.payments) return;
  const day = addDays(moscowDay(now), -1);
  if (await isCompared(app, day)) return;
  const { db } = app.database;
  const key = `reconcile:${day}`;
  const { rows } = await sql<{ there: boolean }>`select ${hasLivingJob(sql`${key}`)} as there`.execute(db);
  if (rows[0]!.there) return;
  await app.jobs.add(db, 'reconcile-day', { day }, { key });
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
