import { kopecks } from '#domain/values/money.ts';
import { reportContradiction, withPartnerErrors } from '#server/partners/partner-errors.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { failRefund, takeRefundAnswer } from './return.ts';

interface About {
  refundId: number;
}

/** Adds the job that tells the partner of a refund and asks him about it; while one waits there is no second. */
export const enqueueRefunding = (app: App, db: Db | Tx, refundId: number): Promise<void> =>
  app.jobs.add(db, 'ask-refund', { refundId }, { key: `refund:${refundId}`, maxAttempts: 25 });

/**
 * Tells the partner of a refund under its key, so that one said twice is still one; when he knows it, asks what has become
 * of it. His answer alone moves money.
 * @throws PartnerSilent when he has not answered: the queue comes back with it
 */
export async function askRefund(app: App, { refundId }: About): Promise<void> {
  const row = await app.database.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.paymentId')
    .select(['r.partnerKey as key', 'r.returned', 'r.status', 'r.partnerId', 'p.partnerKey as paymentKey'])
    .where('r.id', '=', refundId)
    .executeTakeFirst();
  if (!row || !app.payments || row.status === 'succeeded') return;
  const { key, paymentKey } = row;
  const partner = app.payments;
  const refused = () => inSystemTransaction(app.database.db, 'refunds.refused', (tx) => failRefund(tx, refundId));
  await withPartnerErrors(app, { table: 'refunds', id: refundId, refused }, async () => {
    const hasFailed = row.status === 'failed';
    const known = row.partnerId === null && !hasFailed ? null : await partner.findRefund(key);
    // What has failed is only asked about: to return it takes another decision of two.
    if (known === null && hasFailed) return;
    const partnerAnswer = known ?? (await partner.refund({ key, paymentKey, amount: kopecks(row.returned) }));
    await reportContradiction(app, { refundId }, () =>
      inSystemTransaction(app.database.db, 'refunds.answer', (tx) => takeRefundAnswer(tx, refundId, partnerAnswer)),
    );
  });
}
