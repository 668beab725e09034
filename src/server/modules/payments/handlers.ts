import type { Input } from '#contract/kernel/op.ts';
import { payments } from '#contract/payments.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { findsObject, implement } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { standingOn } from './debt.ts';
import { exportPayments } from './export.ts';
import { enqueueAsking } from './jobs.ts';
import { beginPayment, cancelPayment } from './pay.ts';
import { findPayment, paymentCounts, paymentPage } from './rows.ts';

/**
 * Writes down that the partner has told something, once, and has him asked about it. Whatever the message says, in which
 * order and how late, only his answer counts; of a payment that is not ours nothing is done.
 */
async function hear(
  { app, db }: Ctx<null, Tx> | Ctx,
  { id, type, key }: Input<typeof payments.notice>['body'],
): Promise<void> {
  const about = await db.selectFrom('payments').select('id').where('partnerKey', '=', key).executeTakeFirst();
  const fresh = await db
    .insertInto('partnerMessages')
    .values({ id, type, paymentId: about?.id ?? null })
    .onConflict((same) => same.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (fresh && about) await enqueueAsking(app, db, about.id);
}

export const paymentHandlers = implement(payments, {
  async pay(ctx, { params, body }) {
    return findPayment(ctx, await beginPayment(ctx, params.loanId, body));
  },
  async cancel(ctx, { params }) {
    await cancelPayment(ctx, params.x);
    return findPayment(ctx, params.x);
  },
  list: (ctx, { query }) => paymentPage(ctx, query),
  counts: (ctx, { query }) => paymentCounts(ctx, query),
  exportExcel: (ctx, { query }) => exportPayments(ctx, query),
  get: findsObject(payments.get, (ctx, { params }) => findPayment(ctx, params.id)),
  debtOnDay: (ctx, { params, query }) => standingOn(ctx, params.id, query.on ?? ctx.day),
  notice: (ctx, { body }) => hear(ctx, body),
});
