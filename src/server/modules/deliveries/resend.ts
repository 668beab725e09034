import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { auditAct } from '#server/platform/state/write.ts';
import { resendable } from './list.ts';

/**
 * Makes a delivery once more: a new attempt of the same row. A service that has said no hears a new key; of whom nobody knows whether
 * he has taken it, he is asked under the old one, which doubles nothing.
 * @throws Refusal `move.illegal` when it has come, was seen in the cabinet, is under way, or brings a code
 */
export async function resendDelivery(ctx: Writing, id: number, reason: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('deliveries as d')
    .leftJoin('notifications as n', 'n.id', 'd.notificationId')
    .select(['d.status', resendable.as('canResend')])
    .where('d.id', '=', id)
    .forUpdate('d')
    .executeTakeFirstOrThrow();
  if (!row.canResend) throw new Refusal('move.illegal');
  await ctx.db
    .updateTable('deliveries')
    .set({
      status: 'waiting',
      dueAt: sql<Date>`now()`,
      ...(row.status === 'failed' && { partnerKey: sql<string>`gen_random_uuid()` }),
      letterId: null,
      attempts: 0,
      problem: null,
      providerId: null,
      sentAt: null,
    })
    .where('id', '=', id)
    .execute();
  await auditAct(ctx, ctx.db, {
    action: 'update',
    objectType: 'deliveries',
    objectId: id,
    before: { status: row.status },
    after: { status: 'waiting' },
    reason,
  });
}
