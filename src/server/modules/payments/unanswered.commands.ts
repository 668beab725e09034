import { sql } from 'kysely';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { enqueueBinding, enqueuePaymentQuery, enqueueSending } from './jobs.ts';
import { enqueuePayout } from './payouts/payout-jobs.ts';
import { enqueueRefunding } from './refunds/refund-jobs.ts';

/** So long is waited for the partner's own word before he is asked. */
const patienceSeconds = 60;
/** One round asks about so many at most; the next one comes soon. */
const batch = 200;

/** What went past the platform the partner has never heard of. */
const throughPartner = sql<boolean>`channel <> 'outside'`;

/** Of a payment that was cancelled here the partner has not told the end. */
const lastWordAwaited = sql<boolean>`(status = 'cancelled' and partner_silent)`;

/** Of payments, refunds or payouts those without an end that nobody has heard of for a while. */
const unanswered = (app: App, table: 'payments' | 'refunds' | 'payouts') =>
  app.database.db
    .selectFrom(table)
    .select(['id', 'partnerId'])
    .where((eb) => eb.or([eb('status', 'in', ['created', 'processing']), lastWordAwaited]))
    .$if(table === 'payments', (rows) => rows.where(throughPartner))
    .where(sql<boolean>`coalesce(asked_at, created_at) < now() - make_interval(secs => ${sql.lit(patienceSeconds)})`)
    .orderBy(sql`coalesce(asked_at, created_at)`)
    .limit(batch)
    .execute();

/** What of ours the partner names; one of them at most. */
export interface Named {
  paymentId: number | null;
  refundId: number | null;
  payoutId: number | null;
  autopaymentId?: number | null;
}

/** Has the partner asked once more about what he names. */
export async function askPartner(
  app: App,
  tx: Db | Tx,
  { paymentId, refundId, payoutId, autopaymentId }: Named,
): Promise<void> {
  if (autopaymentId) await enqueueBinding(app, tx, autopaymentId);
  else if (payoutId !== null) await enqueuePayout(app, tx, payoutId);
  else if (refundId !== null) await enqueueRefunding(app, tx, refundId);
  else if (paymentId !== null) await enqueuePaymentQuery(app, tx, paymentId);
}

/** Sees to it that everything without an end is asked about: a lost message loses no money. */
export async function askAboutUnanswered(app: App): Promise<void> {
  if (!app.payments) return;
  const { db } = app.database;
  for (const { id, partnerId } of await unanswered(app, 'payments')) {
    if (partnerId === null) await enqueueSending(app, db, id);
    await enqueuePaymentQuery(app, db, id);
  }
  for (const { id } of await unanswered(app, 'refunds')) await enqueueRefunding(app, db, id);
  for (const { id } of await unanswered(app, 'payouts')) await enqueuePayout(app, db, id);
}
