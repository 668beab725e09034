import { sql } from 'kysely';
import { kopecks } from '#domain/values/money.ts';
import { payoutDetails } from '#server/modules/payment-details/payment-details.queries.ts';
import { reportContradiction, withPartnerErrors } from '#server/partners/partner-errors.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { PayoutOrder } from '#server/platform/ports/payments.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { failPayout, lockPayout, takePayoutAnswer, tellOfContradiction } from './payout-answer.ts';

interface About {
  payoutId: number;
}

/** Adds the job that tells the partner of a payout and asks him about it; while one waits there is no second. */
export const enqueuePayout = (app: App, db: Db | Tx, payoutId: number): Promise<void> =>
  app.jobs.add(db, 'ask-payout', { payoutId }, { key: `payout:${payoutId}`, maxAttempts: 25 });

const refusedByPartner = 'Партнёр отказал в выплате';
const otherDetails = 'Реквизиты изменились, пока выплата ждала';
const notVerified = 'Компания больше не верифицирована';

/**
 * Tells the partner of a payout under its key, so that one said twice is still one; when he knows it, asks what has become
 * of it. His answer alone moves money.
 * @throws PartnerSilent when he has not answered: the queue comes back with it
 */
export async function askPayout(app: App, { payoutId }: About): Promise<void> {
  const { db } = app.database;
  const row = await db
    .selectFrom('payouts')
    .select(['partnerKey', 'status'])
    .where('id', '=', payoutId)
    .executeTakeFirst();
  if (!row || !app.payments || row.status === 'waiting' || row.status === 'cancelled') return;
  const partner = app.payments;
  const refused = () =>
    inSystemTransaction(db, 'payouts.failed', (tx) => failPayout(tx, payoutId, { reason: refusedByPartner }));
  await withPartnerErrors(app, { table: 'payouts', id: payoutId, refused }, async () => {
    const known = await partner.findPayout(row.partnerKey);
    const order = known ? null : await inSystemTransaction(db, 'payouts.send', (tx) => orderOf(app, tx, payoutId));
    const partnerAnswer = known ?? (order && (await partner.payOut(order)));
    if (!partnerAnswer) return;
    await reportContradiction(app, { payoutId }, () =>
      inSystemTransaction(db, 'payouts.answer', async (tx) => {
        const isTaken = await takePayoutAnswer(tx, payoutId, partnerAnswer);
        if (!isTaken) await tellOfContradiction(tx, payoutId);
        return isTaken;
      }),
    );
  });
}

/**
 * What the partner is to be told of a payout that he does not know; null when there is nothing to tell. What he may have heard of before
 * is told him again as it was, or not at all: it does not fail for details that have changed since, nor for a company that has been
 * blocked, but goes on to nobody.
 */
async function orderOf(app: App, tx: Tx, payoutId: number): Promise<PayoutOrder | null> {
  const { status } = await lockPayout(tx, payoutId);
  // What has ended here is only asked about: to pay it again takes a new payout.
  if (status !== 'created') return null;
  const row = await tx
    .selectFrom('payouts as p')
    .innerJoin('legalEntities as e', 'e.id', 'p.legalEntityId')
    .select(['p.number', 'p.legalEntityId', 'p.partnerKey', 'p.amount', 'p.sentAt'])
    .select(['p.paymentDetailId', 'p.detailVersion', 'e.verificationStatus'])
    .where('p.id', '=', payoutId)
    .executeTakeFirstOrThrow();
  const details = await payoutDetails({ app, db: tx }, row.legalEntityId);
  const isAsMade = details?.id === row.paymentDetailId && details.version === row.detailVersion;
  if (!isAsMade || row.verificationStatus !== 'verified') {
    const reason = isAsMade ? notVerified : otherDetails;
    if (row.sentAt === null) await failPayout(tx, payoutId, { reason });
    return null;
  }
  await tx
    .updateTable('payouts')
    .set({ sentAt: sql<Date>`coalesce(sent_at, clock_timestamp())` })
    .where('id', '=', payoutId)
    .execute();
  const { recipientName: name, recipientInn: inn, bankName, bik, corrAccount, number: account } = details;
  return {
    key: row.partnerKey,
    amount: kopecks(row.amount),
    recipient: { name, inn, bankName, bik, corrAccount, account },
    purpose: `Выплата ${row.number}: платежи, принятые для кредитора`,
  };
}
