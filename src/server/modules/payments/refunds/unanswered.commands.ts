import { sql } from 'kysely';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { enqueuePaymentQuery, enqueueSending } from '../jobs.ts';
import { enqueueRefunding } from './refund-jobs.ts';

/** So long is waited for the partner's own word before he is asked. */
const patienceSeconds = 60;
/** One round asks about so many at most; the next one comes soon. */
const batch = 200;

/** What went past the platform the partner has never heard of. */
const throughPartner = sql<boolean>`channel <> 'outside'`;

/** Of a payment that was cancelled here the partner has not told the end. */
const lastWordAwaited = sql<boolean>`(status = 'cancelled' and partner_silent)`;

/** Of payments or refunds those without an end that nobody has heard of for a while. */
const unanswered = (app: App, table: 'payments' | 'refunds') =>
  app.database.db
    .selectFrom(table)
    .select(['id', 'partnerId'])
    .where((eb) => eb.or([eb('status', 'in', ['created', 'processing']), lastWordAwaited]))
    .$if(table === 'payments', (rows) => rows.where(throughPartner))
    .where(sql<boolean>`coalesce(asked_at, created_at) < now() - make_interval(secs => ${sql.lit(patienceSeconds)})`)
    .orderBy('id')
    .limit(batch)
    .execute();

/** Has the partner asked once more about a payment or a refund. */
export async function askPartner(
  app: App,
  tx: Db | Tx,
  about: { paymentId: number | null; refundId: number | null },
): Promise<void> {
  if (about.refundId !== null) await enqueueRefunding(app, tx, about.refundId);
  else if (about.paymentId !== null) await enqueuePaymentQuery(app, tx, about.paymentId);
}

/** Sees to it that every payment and refund without an end is asked about: a lost message loses no money. */
export async function askAboutUnanswered(app: App): Promise<void> {
  if (!app.payments) return;
  const { db } = app.database;
  for (const { id, partnerId } of await unanswered(app, 'payments')) {
    if (partnerId === null) await enqueueSending(app, db, id);
    await enqueuePaymentQuery(app, db, id);
  }
  for (const { id } of await unanswered(app, 'refunds')) await enqueueRefunding(app, db, id);
}
