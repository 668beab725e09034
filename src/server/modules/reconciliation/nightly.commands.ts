import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { reconciliation } from '#contract/money/reconciliation.ts';
import { addDays, compareDays, type Day, daysBetween, moscowDay } from '#domain/values/days.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { askOfReturns } from '#server/modules/payments/payouts/payout-returns.commands.ts';
import { PartnerRefused, PartnerSilent } from '#server/partners/errors.ts';
import type { App } from '#server/platform/app.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import { hasLivingJob } from '#server/platform/jobs/jobs.ts';
import type { Closing } from '#server/platform/state/deadlines.ts';
import { type SubJobCounts, SubJobProblem } from '#server/platform/state/sub-jobs.ts';
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
  await askOfReturns(app, statement);
  await inSystemTransaction(app.database.db, 'reconciliation.byClock', (tx) =>
    reconcileDay(app, tx, { day, statement, accountId: null }),
  );
}

/**
 * Compares the day that is being closed, where it was not yet; without a partner there is nothing to compare.
 * @throws SubJobProblem when the partner is silent
 */
export async function reconcileClosed(app: App, { day }: Closing): Promise<SubJobCounts> {
  if (!app.payments) return { processed: 0, changed: 0 };
  try {
    await reconcileByClock(app, { day });
  } catch (error) {
    if (error instanceof PartnerSilent || error instanceof PartnerRefused) {
      throw new SubJobProblem('Платёжный партнёр не отвечает: выписки за день нет');
    }
    throw error;
  }
  const { movements, matched } = await app.database.db
    .selectFrom('reconciliations')
    .select(['movements', 'matched'])
    .where('day', '=', day)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { processed: movements, changed: matched };
}

/**
 * Tells those who decide of money that waits for its agreement for longer than a day, once a day, in the place of what the last close has
 * told. It is about the first of them, with whose decision it ends; of the rest the next close tells.
 */
export const remindOfHeld = async ({ database: { db } }: App, { opens }: Closing): Promise<SubJobCounts> =>
  inSystemTransaction(db, 'reconciliation.held', async (tx) => {
    const { count, first } = await tx
      .selectFrom('differences')
      .select([sql<number>`count(*)::int`.as('count'), sql<number | null>`min(id)`.as('first')])
      .where('status', '=', 'held')
      .where('day', '<', addDays(opens, -1))
      .executeTakeFirstOrThrow();
    if (first === null) return { processed: 0, changed: 0 };
    const about = { table: 'differences' as const, id: first };
    await settleNotifications(tx, about, 'difference.held');
    await notify(tx, await operatorsWith(tx, reconciliation.decide), {
      event: 'money.unclear',
      title: `Невыясненные поступления ждут зачёта: ${count}`,
      detail: 'Зачтите их в соглашения по назначению платежа или верните',
      link: pagePath('/reconciliation'),
      about,
      topic: 'difference.held',
    });
    return { processed: count, changed: 0 };
  });

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
