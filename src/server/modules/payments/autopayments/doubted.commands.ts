import { sql } from 'kysely';
import { pagePath } from '#contract/kernel/page-path.ts';
import { reconciliation } from '#contract/money/reconciliation.ts';
import { HANGING_DAYS, isWithin, LETTER_HOURS, nextAttempt } from '#domain/money/autopayment.ts';
import { addDays, formatDay, moscowDay } from '#domain/values/days.ts';
import { formatMoney } from '#domain/values/money.ts';
import { notify } from '#server/modules/notifications/notifications.commands.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { chargeObstacle } from '../charge-obstacle.queries.ts';
import { type LockedAttempt, lockAttempt } from './attempts.commands.ts';
import { lockedStatus } from './autopayment-state.ts';
import { byHand } from './by-hand.ts';
import { planNext } from './charging.commands.ts';
import { tellPayer } from './tell-payer.ts';

const portion = 500;

/** A charge that was refused, or of which nothing is known, and of which the partner's last word is awaited. */
const isDoubted = sql`t.status = 'sent' and t.sent_at is not null and p.status = 'cancelled' and p.partner_silent`;

/**
 * By day, as soon as a charge was refused or has come to nothing, its payer learns that he may pay by hand, that the charge may still come, and when
 * it is tried again: that is planned with this word, and made once nothing of this one is awaited.
 */
export const warnOfDoubted = eachDue(
  'autopayments.warn',
  async (db: Db, now) => {
    if (!isWithin(LETTER_HOURS, now)) return [];
    const { rows } = await sql<{
      id: number;
    }>`select t.id from autopayment_attempts t join payments p on p.id = t.payment_id
      where ${isDoubted} and not t.is_last and t.doubted_at is null order by t.id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (app, tx, id, now) => {
    const { settlement, attempt } = await lockAttempt(tx, id);
    if (attempt.doubtedAt !== null || attempt.isLast || !(await isStillDoubted(tx, id))) return false;
    await tx.updateTable('autopaymentAttempts').set({ doubtedAt: now }).where('id', '=', id).execute();
    if ((await lockedStatus(tx, attempt.autopaymentId)) !== 'on') return true;
    const { dueDate } = attempt;
    const obstacle = await chargeObstacle(tx, settlement, { dueDate, day: moscowDay(now), own: attempt.paymentId });
    // Of what stops all payments nobody asks to pay.
    if (obstacle && !obstacle.isTold) return true;
    await tellPayer({ app, db: tx }, settlement, {
      title: 'Списание не подтвердилось',
      detail: `Платёж со сроком ${formatDay(dueDate)} пока не списан. ${await whatFollows()}${await byHand(tx, settlement.id, 'Списание')}`,
      aside: `Причина: ${attempt.reason ?? 'Партнёр не ответил'}.`,
    });
    return true;

    async function whatFollows(): Promise<string> {
      const next = nextAttempt(dueDate, attempt.attempt, moscowDay(now));
      const charged = next && (await planNext(tx, settlement, attempt, next, now));
      return next && charged ? `Если он так и не пройдёт, ${formatDay(next.day)} спишем ${formatMoney(charged)}. ` : '';
    }
  },
);

const isStillDoubted = async (tx: Tx, id: number): Promise<boolean> =>
  (
    await sql`select from autopayment_attempts t join payments p on p.id = t.payment_id where t.id = ${id} and ${isDoubted}`.execute(
      tx,
    )
  ).rows.length > 0;

/** Whether another attempt of the same payment was told of with the doubt about this one. */
export const isFollowed = async (tx: Tx, { settlementId, dueDate, attempt }: LockedAttempt): Promise<boolean> =>
  (await tx
    .selectFrom('autopaymentAttempts')
    .select('id')
    .where('settlementId', '=', settlementId)
    .where('dueDate', '=', dueDate)
    .where('attempt', '>', attempt)
    .where('status', '=', 'planned')
    .executeTakeFirst()) !== undefined;

/** A charge without an end keeps all others of its agreement from being made: after some days operators look why, once each. */
export const tellOfHanging = eachDue(
  'autopayments.hanging',
  async (db: Db, now) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from autopayment_attempts where status = 'sent' and hanging_told_at is null
      and day < ${addDays(moscowDay(now), -HANGING_DAYS)} order by id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (_app, tx, id, now) => {
    const { settlement, attempt } = await lockAttempt(tx, id);
    const { paymentId, day } = attempt;
    if (attempt.status !== 'sent' || attempt.hangingToldAt !== null || paymentId === null) return false;
    await tx.updateTable('autopaymentAttempts').set({ hangingToldAt: now }).where('id', '=', id).execute();
    await notify(tx, await operatorsWith(tx, reconciliation.run), {
      event: 'money.unclear',
      title: `${settlement.number}. Списание по автоплатежу ${formatDay(day)} так и не закончено`,
      detail:
        'Пока о нём нет последнего слова партнёра, других списаний по соглашению не будет. Сверьте день списания с выпиской или спросите партнёра',
      link: pagePath('/dashboard/payments', { preview: paymentId }),
      about: { table: 'payments', id: paymentId },
      topic: 'charge.hanging',
    });
    return true;
  },
);
