import { sql, type UpdateObject } from 'kysely';
import { withPartnerErrors } from '#server/partners/partner-errors.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { DB } from '#server/platform/database/schema.ts';
import type { PaymentPartner } from '#server/platform/ports/payments.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { OPEN } from './autopayment-state.ts';

/**
 * What is off is taken back at the partner. It counts as released once he says so himself: that he refuses, or does not know it, may be
 * said by what stands before him, or too early; he is asked again, and believed when he still knows nothing a day later.
 */
export async function release(
  app: App,
  partner: PaymentPartner,
  { id, partnerKey, partnerId }: { id: number; partnerKey: string; partnerId: string | null },
): Promise<void> {
  const { db } = app.database;
  if (await isHeldByAnother(db, partnerId)) return mark({ releasedAt: sql<Date>`now()` });
  const about = { table: 'autopayments', id, refused: async () => undefined } as const;
  await withPartnerErrors(app, about, async () => void (await partner.unbind(partnerKey)));
  await withPartnerErrors(app, about, async () => {
    const known = await partner.findBinding(partnerKey);
    const isOver = known?.status === 'revoked' || known?.status === 'failed';
    if (isOver) return mark({ releasedAt: sql<Date>`now()` });
    const since = sql<Date>`coalesce(absent_at, now())`;
    const releasedAt = sql<Date>`case when absent_at < now() - interval '1 day' then now() end`;
    return mark(known === null ? { absentAt: since, releasedAt } : { absentAt: null });
  });

  function mark(set: UpdateObject<DB, 'autopayments'>): Promise<void> {
    return inSystemTransaction(db, 'autopayments.release', async (tx) => {
      const heard = { askedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` };
      await tx
        .updateTable('autopayments')
        .set({ ...heard, ...set })
        .where('id', '=', id)
        .execute();
    });
  }
}

/** Whether money is taken for another agreement by the same name: one card may be bound for several. */
const isHeldByAnother = async (db: Db, partnerId: string | null): Promise<boolean> =>
  partnerId !== null &&
  (await db
    .selectFrom('autopayments')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('status', 'in', OPEN)
    .executeTakeFirst()) !== undefined;
