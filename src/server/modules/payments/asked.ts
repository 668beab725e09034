import { refundRequest } from '#domain/refund.ts';
import { advance } from '#server/platform/advance.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';

type Writing = Ctx<Actor, Tx>;

/** The refund that he has asked for has begun. */
export async function grantRequest(ctx: Writing, paymentId: number, refundId: number): Promise<void> {
  const asked = await openRequest(ctx.db, paymentId);
  if (asked !== undefined) await endRequest(ctx, asked, 'grant', { refundId });
}

/** Answers a payer, once. @throws Refusal `move.illegal` when somebody has answered before */
export const endRequest = (
  ctx: Writing,
  id: number,
  move: 'grant' | 'refuse',
  set: Record<string, unknown>,
): Promise<void> =>
  advance(ctx, refundRequest, { table: 'refundRequests', column: 'status', id }, move, {
    set: { ...set, decidedBy: ctx.actor.accountId, decidedAt: ctx.now },
  });

/** The question of a payer that nobody has answered yet. */
export async function openRequest(tx: Tx, paymentId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('refundRequests')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('status', '=', 'asked')
    .executeTakeFirst();
  return row?.id;
}
