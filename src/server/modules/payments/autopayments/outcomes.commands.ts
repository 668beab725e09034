import { sql } from 'kysely';
import { chargeable } from '#domain/money/autopayment.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import type { Db } from '#server/platform/database/db.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { lockAutopayment } from './autopayment-state.ts';
import { tellOfNone } from './charging.commands.ts';
import { lockAttempt } from './planning.commands.ts';
import { tellPayer } from './tell-payer.ts';

const portion = 500;
const noAnswer = 'партнёр не ответил';

/**
 * What has become of a payment that was taken by itself is told to its payer, whoever has taken the partner's answer. While nobody knows
 * it the attempt waits: no other one is made.
 */
export const finishAttempts = eachDue(
  'autopayments.finish',
  async (db: Db) => {
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
    const payment = await tx
      .selectFrom('payments')
      .select(['status', 'amount', 'feeAmount', 'failReason', 'number'])
      .where('id', '=', attempt.paymentId)
      .executeTakeFirstOrThrow();
    const { status: autopayment } = await lockAutopayment(tx, attempt.autopaymentId);
    const isUntold = payment.status === 'cancelled' && attempt.sentAt === null;
    const isTaken = payment.status !== 'failed' && payment.status !== 'cancelled';
    const reason = isTaken ? null : (attempt.reason ?? payment.failReason ?? noAnswer);
    await tx
      .updateTable('autopaymentAttempts')
      .set({ status: isTaken ? 'succeeded' : isUntold ? 'skipped' : 'failed', reason, updatedAt: now })
      .where('id', '=', id)
      .execute();
    const telling = { app, db: tx };
    if (isTaken) {
      await tellPayer(telling, settlement, {
        title: `Автоплатёж прошёл: ${formatMoney(kopecks(payment.amount))}`,
        detail: `Платёж со сроком ${formatDay(attempt.dueDate)} списан и зачислен, номер ${payment.number}. ${whatFollows(settlement.rows)}`,
      });
    } else if (autopayment === 'on' && chargeable(settlement.rows, attempt.dueDate) > 0) {
      await tellOfNone(telling, settlement, attempt, reason ?? noAnswer, now);
    } else if (attempt.sentAt !== null) {
      // Whoever has switched it off was promised an answer about what was on its way.
      await tellPayer(telling, settlement, {
        title: 'Списание по автоплатежу не состоялось',
        detail: `Платёж со сроком ${formatDay(attempt.dueDate)} не списан. Причина: ${reason ?? noAnswer}.`,
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
