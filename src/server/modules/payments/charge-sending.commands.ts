import { sql } from 'kysely';
import { ATTEMPT_HOURS, chargeable } from '#domain/money/autopayment.ts';
import { paymentMachine } from '#domain/money/payment.ts';
import { moscowDay, toDay } from '#domain/values/days.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { type ChargeObstacle, chargeObstacle } from './charge-obstacle.queries.ts';
import { lockPayment, movePayment } from './locked.ts';

/**
 * What the partner is told of beside a payment when it is taken by itself: of what. An ordinary payment has none; null where it may not
 * be told of any more.
 */
export async function markSent(app: App, paymentId: number): Promise<{ bindingId?: string } | null> {
  const { db } = app.database;
  const isAutomatic = await db
    .selectFrom('autopaymentAttempts')
    .select('id')
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  if (!isAutomatic) return {};
  return inSystemTransaction(db, 'autopayments.send', (tx) => markSentIn(tx, paymentId));
}

/** The hours of attempts are over by the clock of the database, which is one for all nodes. */
const isTooLate = sql<boolean>`clock_timestamp() at time zone 'Europe/Moscow' >= t.day + make_interval(hours => ${sql.lit(ATTEMPT_HOURS.to)})`;

/**
 * Under the lock by which an autopayment is switched off it is looked at for the last time, and written down that the partner may have
 * heard: what is not sent by then is not sent. What he may have heard of is told again under the same key, unless something stands in
 * the way by now: then it is cancelled, and he is asked about it.
 */
async function markSentIn(tx: Tx, paymentId: number): Promise<{ bindingId: string } | null> {
  const { settlement, locked } = await lockPayment(tx, paymentId);
  const row = await tx
    .selectFrom('autopaymentAttempts as t')
    .innerJoin('autopayments as a', 'a.id', 't.autopaymentId')
    .select(['t.id', 't.dueDate', 't.sentAt', 'a.status', 'a.partnerId', isTooLate.as('isTooLate')])
    .where('t.paymentId', '=', paymentId)
    .executeTakeFirstOrThrow();
  if (locked.status !== 'created' || row.partnerId === null) return null;
  const wasTold = row.sentAt !== null;
  const obstacle = await whyNot();
  if (obstacle !== null) {
    const { words: reason, isTold } = obstacle;
    const set = { payUrl: null, partnerSilent: wasTold };
    await movePayment({ db: tx, actor: null }, paymentId, 'cancel', { set, reason });
    // Of what is told the end of the payment tells.
    const ended = isTold || wasTold ? { reason } : { reason, status: 'skipped' };
    await tx.updateTable('autopaymentAttempts').set(ended).where('id', '=', row.id).execute();
    return null;
  }
  if (!wasTold)
    await tx
      .updateTable('autopaymentAttempts')
      .set({ sentAt: sql<Date>`clock_timestamp()` })
      .where('id', '=', row.id)
      .execute();
  return { bindingId: row.partnerId };

  async function whyNot(): Promise<Pick<ChargeObstacle, 'words' | 'isTold'> | null> {
    if (row.status !== 'on') return { words: 'Автоплатёж выключен', isTold: false };
    if (row.isTooLate) return { words: 'Партнёр не отвечал до конца дня', isTold: true };
    const dueDate = toDay(row.dueDate);
    const open = chargeable(settlement.rows, dueDate);
    if (open > 0 && open < locked.amount) return { words: 'Часть этого платежа уже оплачена', isTold: true };
    return chargeObstacle(tx, settlement, { dueDate, day: moscowDay(new Date()), own: paymentId });
  }
}

/** Of a charge of the late evening the partner's statement of the next day tells. */
const statementDay = sql`((t.sent_at at time zone 'Europe/Moscow') + interval '3 hours')::date`;

/**
 * A charge that the partner may have heard of is not known to be none before his statement of its day has been compared; nor where he has known it
 * already, or the statement names it: then he is asked on, whatever is said in his place.
 */
const isUnsettled = sql<boolean>`t.sent_at is not null and (p.partner_id is not null
  or exists (select from differences d where d.payment_id = p.id and d.status = 'open')
  or not exists (select from reconciliations r where r.day = ${statementDay}
    and r.created_at at time zone 'Europe/Moscow' >= ${statementDay} + 1))`;

/**
 * That the partner does not know a charge, or refuses it when it is told again, is no last word: it may be said by what stands before him.
 * The charge is cancelled and he is asked on.
 * @param refused the partner has understood and said no
 * @returns by what it is taken; null where his word is the last one, as it is about any other payment
 */
export async function awaitLastWord(
  tx: Tx,
  paymentId: number,
  { refused }: { refused: boolean },
): Promise<{ autopaymentId: number } | null> {
  const { locked } = await lockPayment(tx, paymentId);
  const charge = await tx
    .selectFrom('autopaymentAttempts as t')
    .innerJoin('payments as p', 'p.id', 't.paymentId')
    .select(['t.id', 't.autopaymentId', 't.reason'])
    .where('t.paymentId', '=', paymentId)
    .where(isUnsettled)
    .executeTakeFirst();
  if (!charge) return null;
  const { id, autopaymentId } = charge;
  const asked = { partnerSilent: true, askedAt: sql<Date>`now()` };
  if (paymentMachine.canMove(locked.status, 'cancel'))
    await movePayment({ db: tx, actor: null }, paymentId, 'cancel', { set: { payUrl: null, ...asked } });
  else await tx.updateTable('payments').set(asked).where('id', '=', paymentId).execute();
  const reason = charge.reason ?? 'Партнёр отказал в списании';
  if (refused) await tx.updateTable('autopaymentAttempts').set({ reason }).where('id', '=', id).execute();
  return { autopaymentId };
}
