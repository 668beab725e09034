import type { Answer } from '#contract/kernel/op.ts';
import type { payments } from '#contract/money/payments.ts';
import type { RefundRequestStatus } from '#domain/money/refund.ts';
import type { Ctx } from '#server/platform/ctx.ts';

/** The last question of a payer for his money back; null when he has never asked. */
export async function lastRequest(
  { db }: Pick<Ctx, 'db'>,
  paymentId: number,
): Promise<Answer<typeof payments.get>['refundRequest']> {
  const row = await db
    .selectFrom('refundRequests')
    .select(['amount', 'reason', 'status', 'answer', 'createdAt'])
    .where('paymentId', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, status: row.status as RefundRequestStatus } : null;
}
