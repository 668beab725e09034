import { Refusal } from '#contract/kernel/errors.ts';
import { RECEIPT_TEMPLATE, type ReceiptFacts } from '#domain/documents/receipt-template.ts';
import { PAYMENT_CHANNELS, type PaymentChannel } from '#domain/money/payment.ts';
import { formatOperatingCompany } from '#domain/settings/operating-company.ts';
import type { Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import { fullName } from '#domain/values/person-name.ts';
import { operatingCompaniesOf } from '#server/modules/operating-companies/operating-companies.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type Issuing, issue } from './issue.ts';
import { enqueueMaking } from './make.ts';
import { concludedSettlement } from './sides.ts';

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
  const settlement = await concludedSettlement(ctx.db, paid.settlementId);
  // The payment's number with a letter of its own.
  const number = paid.number.replace(/^П/, 'К');
  const isOnTop = (settlement.row.tariff as { payer?: string } | null)?.payer === 'individual';
  const { platform, rnko } = await operatingCompaniesOf(ctx.db);
  const facts: ReceiptFacts = {
    number,
    issuedAt: ctx.now,
    payer: fullName(settlement.row),
    ...settlement.facts,
    payment: paid.number,
    paidOn: paid.valueDate as Day,
    channel: PAYMENT_CHANNELS[paid.channel as PaymentChannel],
    partnerId: paid.partnerId,
    platformName: formatOperatingCompany(platform),
    partnerName: formatOperatingCompany(rnko),
    amount: kopecks(paid.amount),
    fee: kopecks(isOnTop ? paid.feeAmount : 0),
    refunded: kopecks(paid.refundedAmount),
  };
  const subject = { ...settlement.subject, settlementId: paid.settlementId, number, paymentId };
  const id = await issue(ctx, subject, RECEIPT_TEMPLATE, facts);
  await enqueueMaking(ctx.app, ctx.db, settlement.subject.agreementId);
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
