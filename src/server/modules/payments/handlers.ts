import type { Input } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { receiptOf } from '#server/modules/documents/receipts.commands.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { implement, scopedRead } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { findPayment } from './card.ts';
import { debtOn } from './debt.queries.ts';
import { exportPayments } from './export.ts';
import { lockPayment } from './locked.ts';
import { answerStatement, statePayment } from './outside.commands.ts';
import { beginPayment, cancelPayment, quotePayment } from './pay.ts';
import { provePayment, readProof } from './proof.ts';
import { askRefund, refuseRefund, withdrawRefund } from './refunds/refund-requests.commands.ts';
import { demandRefundable, proposeFailure } from './refunds/refunds.commands.ts';
import { paymentList } from './rows.ts';
import { askPartner, type Named } from './unanswered.commands.ts';

/**
 * Writes a message of the partner down, once, and has the partner asked about what it names. Whatever it says, in which
 * order and how late, only the answer counts; a message about an unknown key is written down and nothing else is done.
 */
async function acceptMessage(
  { app, db }: Ctx<null, Tx> | Ctx,
  { id, type, key }: Input<typeof payments.notice>['body'],
): Promise<void> {
  const named = await namedBy(db, key);
  const inserted = await db
    .insertInto('partnerMessages')
    .values({ id, type, ...named })
    .onConflict((same) => same.columns(['partner', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await askPartner(app, db, named);
}

/** Which payment, refund, payout or binding of ours a key names. */
async function namedBy(db: Db, partnerKey: string): Promise<Named> {
  const named: Named = { paymentId: null, refundId: null, payoutId: null };
  const idOf = async (table: 'payments' | 'refunds' | 'payouts' | 'autopayments') =>
    (await db.selectFrom(table).select('id').where('partnerKey', '=', partnerKey).executeTakeFirst())?.id ?? null;
  const paymentId = await idOf('payments');
  if (paymentId !== null) return { ...named, paymentId };
  const refundId = await idOf('refunds');
  if (refundId !== null) return { ...named, refundId };
  const autopaymentId = await idOf('autopayments');
  if (autopaymentId !== null) return { ...named, autopaymentId };
  return { ...named, payoutId: (await idOf('payouts')) ?? (await returned(db, partnerKey)) };
}

/** The payout whose money has come back by a movement with this key. */
const returned = async (db: Db, partnerKey: string): Promise<number | null> =>
  (await db.selectFrom('payoutReturns').select('payoutId').where('partnerKey', '=', partnerKey).executeTakeFirst())
    ?.payoutId ?? null;

export const paymentHandlers = implement(payments, {
  quote: (ctx, { params, query }) => quotePayment(ctx, params.loanId, query.amount),
  async pay(ctx, { params, body }) {
    return findPayment(ctx, await beginPayment(ctx, params.loanId, body));
  },
  async cancel(ctx, { params }) {
    await cancelPayment(ctx, params.x);
    return findPayment(ctx, params.x);
  },
  async stateByDebtor(ctx, { params, body }) {
    return findPayment(ctx, await statePayment(ctx, params.loanId, 'individual', body));
  },
  async stateByCreditor(ctx, { params, body }) {
    return findPayment(ctx, await statePayment(ctx, params.x, 'creditor', body));
  },
  async answerByDebtor(ctx, { params, body }) {
    await answerStatement(ctx, params.x, 'individual', body);
    return findPayment(ctx, params.x);
  },
  async answerByCreditor(ctx, { params, body }) {
    await answerStatement(ctx, params.x, 'creditor', body);
    return findPayment(ctx, params.x);
  },
  async proveByDebtor(ctx, { params, file }) {
    await provePayment(ctx, params.x, 'individual', file);
    return findPayment(ctx, params.x);
  },
  async proveByCreditor(ctx, { params, file }) {
    await provePayment(ctx, params.x, 'creditor', file);
    return findPayment(ctx, params.x);
  },
  proof: (ctx, { params }) => readProof(ctx, params.id),
  list: (ctx, { query }) => paymentList.page(ctx, query),
  counts: (ctx, { query }) => paymentList.counts(ctx, query),
  exportExcel: (ctx, { query }) => exportPayments(ctx, query),
  get: scopedRead(payments.get, (ctx, { params }) => findPayment(ctx, params.id)),
  async receipt(ctx, { params: { id } }) {
    const { settlementId } = await findPayment(ctx, id);
    return { settlementId, documentId: await receiptOf(ctx, id) };
  },
  async refund(ctx, { params: { id }, body }) {
    const { settlement, locked } = await lockPayment(ctx.db, id);
    await demandRefundable(ctx, settlement, locked, body);
    const late = body.makesLate ? ', у плательщика появится просрочка' : '';
    const said = `${formatMoney(kopecks(body.amount))}${late}: ${body.reason}`;
    await proposeApproval(ctx, 'payment.refund', { table: 'payments', id }, said, body);
    return findPayment(ctx, id);
  },
  async failRefund(ctx, { params: { id }, body }) {
    await proposeFailure(ctx, id, body.reason);
    return findPayment(ctx, id);
  },
  async askRefund(ctx, { params: { x }, body }) {
    await askRefund(ctx, x, body);
    return findPayment(ctx, x);
  },
  async withdrawRefund(ctx, { params: { x } }) {
    await withdrawRefund(ctx, x);
    return findPayment(ctx, x);
  },
  async refuseRefund(ctx, { params: { id }, body }) {
    await refuseRefund(ctx, id, body.reason);
    return findPayment(ctx, id);
  },
  debtOnDay: (ctx, { params, query }) => debtOn(ctx, params.id, query.on ?? ctx.day),
  notice: (ctx, { body }) => acceptMessage(ctx, body),
});
