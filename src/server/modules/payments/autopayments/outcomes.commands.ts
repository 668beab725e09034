import { sql } from 'kysely';
import { isWithin, LETTER_HOURS } from '#domain/money/autopayment.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { Db } from '#server/platform/database/db.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { chargeObstacle } from '../charge-obstacle.queries.ts';
import { feeWayOf } from '../locked.ts';
import { lockAttempt } from './attempts.commands.ts';
import { lockedStatus } from './autopayment-state.ts';
import { tellOfNone } from './charging.commands.ts';
import { isFollowed } from './doubted.commands.ts';
import { tellPayer } from './tell-payer.ts';

const portion = 500;
const noAnswer = 'Партнёр не ответил';

/**
 * By day, what has become of a payment that was taken by itself is told to its payer, whoever has taken the partner's answer. While nobody
 * knows it the attempt waits: no other one is made.
 */
export const finishAttempts = eachDue(
  'autopayments.finish',
  async (db: Db, now) => {
    if (!isWithin(LETTER_HOURS, now)) return [];
    const { rows } = await sql<{
      id: number;
    }>`select t.id from autopayment_attempts t join payments p on p.id = t.payment_id
      where t.status = 'sent' and p.status not in ('created', 'processing') and not (p.status = 'cancelled' and p.partner_silent)
      order by t.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (app, tx, id, now) => {
    const { settlement, attempt } = await lockAttempt(tx, id);
    if (attempt.status !== 'sent' || attempt.paymentId === null) return false;
    const { dueDate } = attempt;
    const payment = await tx
      .selectFrom('payments')
      .select(['status', 'amount', 'feeAmount', 'failReason', 'number'])
      .where('id', '=', attempt.paymentId)
      .executeTakeFirstOrThrow();
    const autopayment = await lockedStatus(tx, attempt.autopaymentId);
    const isUntold = payment.status === 'cancelled' && attempt.sentAt === null;
    const isTaken = payment.status !== 'failed' && payment.status !== 'cancelled';
    const reason = attempt.reason ?? payment.failReason ?? noAnswer;
    const status = isTaken ? 'succeeded' : isUntold ? 'skipped' : 'failed';
    await tx
      .updateTable('autopaymentAttempts')
      .set({ status, reason: isTaken ? null : reason, updatedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    await settleNotifications(tx, { table: 'payments', id: attempt.paymentId }, 'charge.hanging');
    const telling = { app, db: tx };
    if (isTaken) {
      const onTop = feeWayOf(settlement) === 'on_top' ? payment.feeAmount : 0;
      await tellPayer(telling, settlement, {
        title: 'Автоплатёж прошёл',
        detail: `Списано ${formatMoney(kopecks(payment.amount + onTop))} за платёж со сроком ${formatDay(dueDate)}, номер ${payment.number}. ${whatFollows(settlement.rows)}`,
      });
      return true;
    }
    const mayFollow = autopayment === 'on' && !attempt.isLast;
    const obstacle = await chargeObstacle(tx, settlement, { dueDate, day: moscowDay(now) });
    const isTold = mayFollow && (obstacle === null || obstacle.isTold);
    // What comes next was told when it was doubted.
    if (isTold && attempt.doubtedAt !== null && (await isFollowed(tx, attempt))) return true;
    if (isTold) {
      await tellOfNone(telling, settlement, attempt, reason, now);
    } else if (attempt.sentAt !== null) {
      // Whoever has switched it off, or cancelled it, was promised an answer about what was on its way; nobody is asked to pay.
      await tellPayer(telling, settlement, {
        title: 'Списание по автоплатежу не состоялось',
        detail: `Платёж со сроком ${formatDay(dueDate)} не списан.`,
        aside: `Причина: ${reason}.`,
      });
    }
    return true;
  },
);

/** The next payment of the schedule, or that there is none. */
function whatFollows(rows: readonly { dueDate: Day; principal: number; interest: number }[]): string {
  const next = rows.find(({ principal, interest }) => principal + interest > 0);
  if (!next) return 'По графику больше платить нечего.';
  return `Следующий платёж: ${formatMoney(kopecks(next.principal + next.interest))}, срок ${formatDay(next.dueDate)}.`;
}
