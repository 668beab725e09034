import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import type { deliveries } from '#contract/platform/deliveries.ts';
import type { App } from '#server/platform/app.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { askOf, smsOutcome } from './senders.ts';

/** Writes a message of the gateway down, once, and has it asked about what it names: only its answer counts. */
export async function acceptSmsNotice(
  { app, db }: Ctx<Actor | null, Tx>,
  { id, type, key }: Input<typeof deliveries.smsNotice>['body'],
): Promise<void> {
  const delivery = await db.selectFrom('deliveries').select('id').where('partnerKey', '=', key).executeTakeFirst();
  const inserted = await db
    .insertInto('partnerMessages')
    .values({ partner: 'sms', id, type })
    .onConflict((same) => same.columns(['partner', 'id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted || !delivery) return;
  await askOf(app, db, delivery.id);
}

/**
 * Asks the gateway what has become of a message. What it says of one that has gone to its phone is not taken back by a later word.
 * @throws PartnerSilent when it has not answered: the queue comes back with it
 */
export async function askSms(app: App, { deliveryId }: { deliveryId: number }): Promise<void> {
  const { db } = app.database;
  const row = await db.selectFrom('deliveries').select('partnerKey').where('id', '=', deliveryId).executeTakeFirst();
  const known = row && (await app.sms?.find(row.partnerKey));
  if (!row || !known) return;
  const outcome = smsOutcome(known);
  // Of one that nobody has heard of since it was asked for even that it is on its way is news.
  const open = outcome.status === 'sent' ? ['unknown', 'waiting'] : ['sending', 'sent', 'unknown', 'waiting'];
  const at = {
    ...('providerId' in outcome && { problem: null, sentAt: sql<Date>`coalesce(sent_at, now())` }),
    ...(outcome.status === 'delivered' && { deliveredAt: sql<Date>`now()` }),
  };
  await db
    .updateTable('deliveries')
    .set({ ...outcome, ...at })
    .where('id', '=', deliveryId)
    .where('partnerKey', '=', row.partnerKey)
    .where('status', 'in', open)
    .execute();
}
