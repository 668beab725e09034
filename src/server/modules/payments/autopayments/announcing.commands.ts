import { sql } from 'kysely';
import { isWithin, LETTER_HOURS } from '#domain/money/autopayment.ts';
import { formatDay, moscowDay } from '#domain/values/days.ts';
import { formatMoney } from '#domain/values/money.ts';
import type { Db } from '#server/platform/database/db.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { type ChargeObstacle, chargeObstacle } from '../charge-obstacle.queries.ts';
import { lockAttempt, skipAttempt } from './attempts.commands.ts';
import { chargeSum } from './charge-sum.queries.ts';
import { tellPayer } from './tell-payer.ts';

const portion = 500;

/**
 * By day, on the day before an attempt, its debtor is told what will be taken and how to switch it off; or, once for each payment, why
 * nothing will be.
 */
export const announceAttempts = eachDue(
  'autopayments.announce',
  async (db: Db, now) => {
    if (!isWithin(LETTER_HOURS, now)) return [];
    const { rows } = await sql<{ id: number }>`select id from autopayment_attempts
      where status = 'planned' and announced_at is null and day > ${moscowDay(now)} order by day, id limit ${portion}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },
  async (app, tx, id, now) => {
    const { settlement, attempt } = await lockAttempt(tx, id);
    const { dueDate, day } = attempt;
    if (attempt.status !== 'planned' || attempt.announcedAt !== null) return false;
    // By the day on which it would be taken: what ends tonight does not stand in its way.
    const obstacle = await chargeObstacle(tx, settlement, { dueDate, day, today: moscowDay(now) });
    if (obstacle?.mayPass) return false;
    if (obstacle) return passOver(obstacle);
    const sum = await chargeSum({ db: tx, day }, settlement, dueDate);
    if ('words' in sum) return passOver({ words: sum.words, isTold: true });
    await tx
      .updateTable('autopaymentAttempts')
      .set({ announcedAt: now, announcedAmount: sum.charged })
      .where('id', '=', id)
      .execute();
    await tellPayer({ app, db: tx }, settlement, {
      title: `Автоплатёж ${formatDay(day)}`,
      detail: `${formatDay(day)} с 10 часов по Москве спишем ${formatMoney(sum.charged)} за платёж со сроком ${formatDay(dueDate)}. Если до этого заплатите его сами или выключите автоплатёж, ничего не спишем.`,
    });
    return true;

    async function passOver({ words, isTold }: Pick<ChargeObstacle, 'words' | 'isTold'>): Promise<boolean> {
      await skipAttempt(tx, id, words);
      if (isTold && attempt.attempt === 1)
        await tellPayer({ app, db: tx }, settlement, {
          title: `Автоплатёж ${formatDay(day)} не состоится`,
          detail: `Платёж со сроком ${formatDay(dueDate)} мы не спишем: заплатите его сами, на странице соглашения. Там же сказано, что мешает.`,
          aside: `${words}.`,
        });
      return true;
    }
  },
);
