import { CANCEL_AFTER_MINUTES, type PaymentChannel } from '#domain/money/payment.ts';
import { kopecks } from '#domain/values/money.ts';
import { PartnerRefused } from '#server/partners/errors.ts';
import { reportContradiction, withPartnerErrors } from '#server/partners/partner-errors.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { awaitLastWord, markSent } from './charge-sending.commands.ts';
import { giveUp, takeAnswer } from './settle.ts';

interface About {
  paymentId: number;
}

/** Adds the job that tells the partner of a payment. It is repeated until he has answered. */
export const enqueueSending = (app: App, db: Db | Tx, paymentId: number): Promise<void> =>
  app.jobs.add(db, 'send-payment', { paymentId }, { key: `payment:${paymentId}`, maxAttempts: 25 });

/** Adds the job that asks the partner what has become of a payment; while one waits there is no second. */
export const enqueuePaymentQuery = (app: App, db: Db | Tx, paymentId: number): Promise<void> =>
  app.jobs.add(db, 'ask-payment', { paymentId }, { key: `ask:${paymentId}`, maxAttempts: 25 });

/** Adds the job that binds with the partner, asks him about it, or takes it back; while one waits there is no second. */
export const enqueueBinding = (app: App, db: Db | Tx, autopaymentId: number): Promise<void> =>
  app.jobs.add(db, 'ask-autopayment', { autopaymentId }, { key: `autopayment:${autopaymentId}`, maxAttempts: 25 });

const payments = (app: App) => app.database.db.selectFrom('payments');

/**
 * Tells the partner of a payment under its key, so that one said twice is still one.
 * @throws PartnerSilent when he has not answered: the queue comes back with it
 */
export async function sendPayment(app: App, { paymentId }: About): Promise<void> {
  const row = await payments(app)
    .innerJoin('settlements as s', 's.id', 'payments.settlementId')
    .select([
      'payments.partnerKey',
      'payments.amount',
      'payments.feeAmount',
      'payments.channel',
      'payments.settlementId',
    ])
    .select(['s.number', 'payments.partnerId', 'payments.status', 'payments.createdAt'])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst();
  if (!row || !app.payments || row.partnerId !== null || row.status !== 'created' || isOld(row)) return;
  const charge = await markSent(app, paymentId);
  if (charge === null) return;
  const partner = app.payments;
  await withPartnerErrors(
    app,
    { table: 'payments', id: paymentId, refused: () => giveUpIn(app, paymentId, { refused: true }) },
    async () => {
      const partnerAnswer = await partner.create({
        ...charge,
        key: row.partnerKey,
        amount: kopecks(row.amount + row.feeAmount),
        channel: row.channel as PaymentChannel,
        purpose: `Оплата по соглашению ${row.number}`,
        returnUrl: pageUrl(app, '/settlement-{$id}', { id: row.settlementId }),
      });
      await reportContradiction(app, { paymentId }, () => takeAnswerIn(app, paymentId, partnerAnswer));
    },
  );
}

/** Nobody pays a payment so long after he has begun it. */
const isOld = ({ createdAt }: { createdAt: Date }): boolean =>
  Date.now() - createdAt.getTime() > CANCEL_AFTER_MINUTES * 60_000;

type PartnerAnswer = Parameters<typeof takeAnswer>[2];

/**
 * Asks the partner what has become of a payment and takes his answer. One that was cancelled here is cancelled with him
 * too, unless it has been paid meanwhile.
 * @throws PartnerSilent when he has not answered
 */
export async function askPayment(app: App, { paymentId }: About): Promise<void> {
  const row = await payments(app)
    .select(['partnerKey', 'status', 'createdAt'])
    .where('id', '=', paymentId)
    .executeTakeFirst();
  if (!row || !app.payments) return;
  const partner = app.payments;
  await withPartnerErrors(
    app,
    { table: 'payments', id: paymentId, refused: () => giveUpIn(app, paymentId, { refused: true }) },
    async () => {
      let partnerAnswer = await partner.find(row.partnerKey);
      const isUnwanted = row.status === 'cancelled' || isOld(row);
      if (partnerAnswer?.status === 'created' && isUnwanted)
        partnerAnswer = await partner.cancel(row.partnerKey).catch(refusedAs(partnerAnswer));
      if (partnerAnswer)
        await reportContradiction(app, { paymentId }, () => takeAnswerIn(app, paymentId, partnerAnswer));
      // What he does not know of a cancelled one he is not told of any more; an answer to what was told before is awaited again.
      else if (isUnwanted) await reportContradiction(app, { paymentId }, () => giveUpIn(app, paymentId));
    },
  );
}

/** A payment that he will not cancel is being paid: he is asked again. */
const refusedAs =
  (partnerAnswer: PartnerAnswer) =>
  (error: unknown): PartnerAnswer => {
    if (error instanceof PartnerRefused) return partnerAnswer;
    throw error;
  };

const takeAnswerIn = (app: App, id: number, partnerAnswer: PartnerAnswer): Promise<boolean> =>
  inSystemTransaction(app.database.db, 'payments.answer', (tx) => takeAnswer(tx, id, partnerAnswer));

const giveUpIn = (app: App, id: number, { refused = false } = {}): Promise<boolean> =>
  inSystemTransaction(app.database.db, 'payments.giveUp', async (tx) => {
    const charge = await awaitLastWord(tx, id, { refused });
    if (charge === null) await giveUp(tx, id);
    else if (refused) await enqueueBinding(app, tx, charge.autopaymentId);
    return true;
  });
