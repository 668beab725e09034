import { type Selectable, sql } from 'kysely';
import { kopecks } from '#domain/values/money.ts';
import { payoutDetails } from '#server/modules/payment-details/payment-details.queries.ts';
import { PartnerRefused, PartnerSilent } from '#server/partners/errors.ts';
import { reportContradiction, withPartnerErrors } from '#server/partners/partner-errors.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { Payouts } from '#server/platform/database/schema.ts';
import type { PartnerPayout, PaymentPartner, PayoutOrder } from '#server/platform/ports/payments.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { failPayout, takePayoutAnswer } from './payout-answer.ts';
import { endContradiction, tellOfContradiction } from './payout-news.ts';
import { lockPayout } from './payout-state.ts';

interface About {
  payoutId: number;
}

/** Adds the job that tells the partner of a payout and asks him about it; while one waits there is no second. */
export const enqueuePayout = (app: App, db: Db | Tx, payoutId: number): Promise<void> =>
  app.jobs.add(db, 'ask-payout', { payoutId }, { key: `payout:${payoutId}`, maxAttempts: 25 });

const refusedByPartner = 'Партнёр отказал в выплате';
const otherDetails = 'Реквизиты изменились, пока выплата ждала';
const notVerified = 'Компания больше не верифицирована';
const closedHasGone = 'Прежняя выплата, которую закрыли, всё-таки ушла';

/**
 * Tells the partner of a payout under its key, so that one said twice is still one; when he knows it, asks what has become
 * of it. His answer alone moves money.
 * @throws PartnerSilent when he has not answered: the queue comes back with it
 */
export async function askPayout(app: App, { payoutId }: About): Promise<void> {
  const { db } = app.database;
  const row = await db
    .selectFrom('payouts')
    .select(['id', 'legalEntityId', 'partnerKey', 'status', 'sentAt'])
    .where('id', '=', payoutId)
    .executeTakeFirst();
  if (!row || !app.payments || row.status === 'waiting' || row.status === 'cancelled') return;
  const partner = app.payments;
  const refused = () =>
    inSystemTransaction(db, 'payouts.failed', (tx) => failPayout(tx, payoutId, { reason: refusedByPartner }));
  await withPartnerErrors(app, { table: 'payouts', id: payoutId, refused }, async () => {
    const known = await partner.findPayout(row.partnerKey);
    const partnerAnswer = known ?? (await tellPartner(app, partner, row));
    if (partnerAnswer) await takeAnswer(app, payoutId, partnerAnswer);
  });
}

/** Takes the partner's answer; where it contradicts what we know people are told. */
const takeAnswer = (app: App, payoutId: number, partnerAnswer: PartnerPayout): Promise<void> =>
  reportContradiction(app, { payoutId }, () =>
    inSystemTransaction(app.database.db, 'payouts.answer', async (tx) => {
      const isTaken = await takePayoutAnswer(tx, payoutId, partnerAnswer);
      await (isTaken ? endContradiction : tellOfContradiction)(tx, payoutId);
      return isTaken;
    }),
  );

type Row = Pick<Selectable<Payouts>, 'id' | 'legalEntityId' | 'status' | 'sentAt'>;

/** Tells the partner of a payout that he does not know. @returns his answer; null where there is nothing to tell */
async function tellPartner(app: App, partner: PaymentPartner, row: Row): Promise<PartnerPayout | null> {
  if (row.status === 'created' && row.sentAt === null && (await hasClosedGone(app, partner, row))) return null;
  const order = await inSystemTransaction(app.database.db, 'payouts.send', (tx) => orderOf(app, tx, row.id));
  if (!order) return null;
  try {
    return await partner.payOut(order);
  } catch (error) {
    // What he has heard of before he may refuse to hear again.
    const known = error instanceof PartnerRefused ? await partner.findPayout(order.key) : null;
    if (!known) throw error;
    return known;
  }
}

/**
 * Asks about the creditor's payouts that people have closed: where one has gone after all, nothing is paid anew for now.
 * @throws PartnerSilent while one of them is still under way, or unknown after it was known
 */
async function hasClosedGone(app: App, partner: PaymentPartner, { id, legalEntityId }: Row): Promise<boolean> {
  const { db } = app.database;
  const closed = await db
    .selectFrom('payouts')
    .select(['id', 'partnerKey', 'partnerId'])
    .where('legalEntityId', '=', legalEntityId)
    .where('status', '=', 'failed')
    .where('sentAt', 'is not', null)
    .where('accountRefused', '=', false)
    .where('expensedOn', 'is', null)
    .execute();
  for (const { id: closedId, partnerKey, partnerId } of closed) {
    const partnerAnswer = await partner.findPayout(partnerKey);
    // Of what he has once acknowledged his «I do not know it» is no word.
    if (!partnerAnswer && partnerId !== null) throw new PartnerSilent('A payout closed before is unknown now');
    if (!partnerAnswer || partnerAnswer.status === 'failed') continue;
    if (partnerAnswer.status === 'processing') throw new PartnerSilent('The payout closed before is still under way');
    await inSystemTransaction(db, 'payouts.failed', (tx) => failPayout(tx, id, { reason: closedHasGone }));
    await takeAnswer(app, closedId, partnerAnswer);
    return true;
  }
  return false;
}

/**
 * What the partner is to be told of a payout that he does not know; null when there is nothing to tell. What he may have heard of before
 * is told him again as it was, or not at all: it does not fail for details that have changed since, nor for a company that has been
 * blocked, but goes on to nobody.
 */
async function orderOf(app: App, tx: Tx, payoutId: number): Promise<PayoutOrder | null> {
  const { status } = await lockPayout(tx, payoutId);
  await tx
    .updateTable('payouts')
    .set({ askedAt: sql<Date>`now()`, partnerSilent: false })
    .where('id', '=', payoutId)
    .execute();
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
