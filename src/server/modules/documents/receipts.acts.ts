import { Refusal } from '#contract/kernel/errors.ts';
import { type Day, moscowDay } from '#domain/days.ts';
import { kopecks } from '#domain/money.ts';
import { PAYMENT_CHANNELS, type PaymentChannel } from '#domain/payment.ts';
import { fullName } from '#domain/person-name.ts';
import { RECEIPT_TEMPLATE, type ReceiptFacts } from '#domain/receipt-template.ts';
import type { Tx } from '#server/platform/db.ts';
import { type Issuing, issue } from './issue.ts';
import { enqueueMaking } from './make.ts';
import { sidesOf } from './sides.ts';

/**
 * The receipt of a payment whose money has come: issued when somebody first asks for it, and anew when a part of the payment
 * has gone back meanwhile.
 * @returns the document's id
 * @throws Refusal `move.illegal` when the money has not come
 */
export async function receiptOf(ctx: Issuing, paymentId: number): Promise<number> {
  // Of two who ask at once the second finds what the first has issued.
  const paid = await ctx.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (paid.valueDate === null) throw new Refusal('move.illegal', { detail: 'Деньги по этому платежу не поступили' });
  const known = await ctx.db
    .selectFrom('issuedDocuments')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('status', '=', 'issued')
    .executeTakeFirst();
  if (known) return known.id;
  const deal = await sidesOf(ctx.db, paid.settlementId)
    .innerJoin('agreements as g', 'g.settlementId', 's.id')
    .select(['g.id as agreementId', 's.number', 's.signedAt', 's.tariff'])
    .orderBy('g.id', 'desc')
    .executeTakeFirstOrThrow();
  const { agreementId } = deal;
  const { settlementId, individualId, legalEntityId } = paid;
  // The payment's number with a letter of its own.
  const number = paid.number.replace(/^П/, 'К');
  const isOnTop = (deal.tariff as { payer?: string } | null)?.payer === 'individual';
  const facts: ReceiptFacts = {
    number,
    issuedAt: ctx.now,
    payer: fullName(deal),
    creditor: { name: deal.creditorName, inn: deal.inn },
    agreement: { number: deal.number, date: moscowDay(deal.signedAt ?? ctx.now) },
    contract: { number: deal.contractNumber, date: deal.contractDate as Day },
    payment: paid.number,
    paidOn: paid.valueDate as Day,
    channel: PAYMENT_CHANNELS[paid.channel as PaymentChannel],
    partnerId: paid.partnerId,
    amount: kopecks(paid.amount),
    fee: kopecks(isOnTop ? paid.feeAmount : 0),
    refunded: kopecks(paid.refundedAmount),
  };
  const subject = { agreementId, settlementId, individualId, legalEntityId, number, paymentId };
  const id = await issue(ctx, subject, RECEIPT_TEMPLATE, facts);
  await enqueueMaking(ctx.app, ctx.db, agreementId);
  return id;
}

/** What a receipt has told is no longer so: a part of the payment has gone back. */
export async function revokeReceipt(tx: Tx, paymentId: number): Promise<void> {
  await tx
    .updateTable('issuedDocuments')
    .set({ status: 'revoked' })
    .where('paymentId', '=', paymentId)
    .where('status', '=', 'issued')
    .execute();
}
