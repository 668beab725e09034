import { sql } from 'kysely';
import { chargeable } from '#domain/money/autopayment.ts';
import { moscowDay, toDay } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { ALREADY_PAID, chargeObstacle } from './charge-obstacle.queries.ts';
import { lockPayment, movePayment } from './locked.ts';

/**
 * What the partner is told of beside a payment when it is taken by itself: of what. An ordinary payment has none; null where it may not
 * be told of any more.
 */
export async function claimCharge(app: App, paymentId: number): Promise<{ bindingId?: string } | null> {
  const { db } = app.database;
  const isAutomatic = await db
    .selectFrom('autopaymentAttempts')
    .select('id')
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  if (!isAutomatic) return {};
  return inSystemTransaction(db, 'autopayments.send', (tx) => claim(tx, paymentId));
}

/**
 * Under the lock by which an autopayment is switched off it is looked at for the last time, and written down that the partner may have
 * heard: what is not sent by then is not sent. What he may have heard of before is told again as it was, under the same key.
 */
async function claim(tx: Tx, paymentId: number): Promise<{ bindingId: string } | null> {
  const { settlement, locked } = await lockPayment(tx, paymentId);
  const row = await tx
    .selectFrom('autopaymentAttempts as t')
    .innerJoin('autopayments as a', 'a.id', 't.autopaymentId')
    .select(['t.id', 't.dueDate', 't.sentAt', 'a.status', 'a.partnerId'])
    .where('t.paymentId', '=', paymentId)
    .executeTakeFirstOrThrow();
  if (locked.status !== 'created' || row.partnerId === null) return null;
  if (row.sentAt !== null) return { bindingId: row.partnerId };
  const obstacle = await whyNot();
  if (obstacle !== null) {
    const { words: reason, isTold } = obstacle;
    await movePayment({ db: tx, actor: null }, paymentId, 'cancel', { set: { payUrl: null }, reason });
    // Of what is told the end of the payment tells.
    const set = isTold ? { reason } : { reason, status: 'skipped' };
    await tx.updateTable('autopaymentAttempts').set(set).where('id', '=', row.id).execute();
    return null;
  }
  await tx
    .updateTable('autopaymentAttempts')
    .set({ sentAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', row.id)
    .execute();
  return { bindingId: row.partnerId };

  async function whyNot(): Promise<{ words: string; isTold: boolean } | null> {
    if (row.status !== 'on') return { words: 'Автоплатёж выключен', isTold: false };
    if (chargeable(settlement.rows, toDay(row.dueDate)) < locked.amount) return ALREADY_PAID;
    return chargeObstacle(tx, settlement, moscowDay(new Date()), paymentId);
  }
}
