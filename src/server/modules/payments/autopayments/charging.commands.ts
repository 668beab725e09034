import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import {
  ATTEMPT_HOURS,
  type AutopaymentChannel,
  chargeable,
  isWithin,
  nextAttempt,
} from '#domain/money/autopayment.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import type { LockedSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { ALREADY_PAID, type ChargeObstacle, chargeObstacle } from '../charge-obstacle.queries.ts';
import { insertPayment } from '../pay.ts';
import { insertAttempt, lockAttempt } from './planning.commands.ts';
import { type Telling, tellPayer } from './tell-payer.ts';

const portion = 500;

type Attempt = Awaited<ReturnType<typeof lockAttempt>>['attempt'];

/** What stands in the way of an attempt, or the sum that it takes. */
type Judged = { amount: Kopecks } | ChargeObstacle;

/** On its day, by day, an attempt becomes a payment like any other; what stands in the way is looked at once more. */
export const makeAttempts = eachDue(
  'autopayments.charge',
  async (db: Db, now) => {
    const today = moscowDay(now);
    const { rows } = await sql<{ id: number }>`select id from autopayment_attempts where status = 'planned'
      and (day < ${today} or (day = ${today} and ${isWithin(ATTEMPT_HOURS, now)})) order by day, id limit ${portion}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },
  async (app, tx, id, now) => {
    const { settlement, attempt } = await lockAttempt(tx, id);
    const today = moscowDay(now);
    if (attempt.status !== 'planned' || attempt.day > today) return false;
    const { channel, payerAccountId } = await payerOf(tx, attempt);
    const judged = await judge(tx, settlement, attempt, today);
    if (!('amount' in judged)) {
      if (judged.mayPass) return false;
      return skip({ app, db: tx }, settlement, attempt, judged, now);
    }
    try {
      const begun = { amount: judged.amount, channel, payerAccountId };
      const paymentId = await insertPayment({ app, db: tx, day: today }, settlement, begun);
      await tx
        .updateTable('autopaymentAttempts')
        .set({ status: 'sent', paymentId, updatedAt: now })
        .where('id', '=', id)
        .execute();
    } catch (error) {
      // Above what whoever is not identified may pay at once, or less than any payment is.
      if (!(error instanceof Refusal) || error.code !== 'input.invalid') throw error;
      const words = error.fields?.['amount'] ?? 'Такую сумму сейчас не списать';
      await skip({ app, db: tx }, settlement, attempt, { words, isTold: true }, now);
    }
    return true;
  },
);

async function judge(tx: Tx, settlement: LockedSettlement, attempt: Attempt, today: Day): Promise<Judged> {
  const amount = chargeable(settlement.rows, attempt.dueDate);
  if (amount === 0) return ALREADY_PAID;
  const obstacle = await chargeObstacle(tx, settlement, today);
  if (attempt.day < today) return { words: 'День списания прошёл', isTold: true, ...obstacle, mayPass: false };
  if (obstacle) return obstacle;
  const announcedOn = attempt.announcedAt && moscowDay(attempt.announcedAt);
  if (announcedOn === null || announcedOn >= attempt.day)
    return { words: 'О списании не удалось предупредить за день', isTold: true, mayPass: false };
  return { amount };
}

/** Nothing is taken this time: it is written down why, and told where the debtor does not know it himself. */
async function skip(
  telling: Telling,
  settlement: LockedSettlement,
  attempt: Attempt,
  { words, isTold }: { words: string; isTold: boolean },
  now: Date,
): Promise<boolean> {
  await telling.db
    .updateTable('autopaymentAttempts')
    .set({ status: 'skipped', reason: words, updatedAt: sql<Date>`now()` })
    .where('id', '=', attempt.id)
    .execute();
  if (isTold) await tellOfNone(telling, settlement, attempt, words, now);
  return true;
}

/** The debtor learns that nothing was taken, when it will be tried again, and that he may pay by hand; what follows is planned. */
export async function tellOfNone(
  telling: Telling,
  settlement: LockedSettlement,
  { dueDate, attempt, autopaymentId }: Pick<Attempt, 'dueDate' | 'attempt' | 'autopaymentId'>,
  reason: string,
  now: Date,
): Promise<void> {
  const next = nextAttempt(dueDate, attempt, moscowDay(now));
  if (next) await insertAttempt(telling.db, { autopaymentId, settlementId: settlement.id }, { ...next, dueDate }, now);
  const again = next
    ? `Следующая попытка ${formatDay(next.day)}.`
    : 'Больше мы этот платёж списывать не будем, автоплатёж продолжится со следующего.';
  await tellPayer(telling, settlement, {
    title: `Автоплатёж не прошёл: ${formatMoney(kopecks(chargeable(settlement.rows, dueDate)))}`,
    detail: `Платёж со сроком ${formatDay(dueDate)} не списан. Причина: ${reason}. ${again} Заплатить можно и самостоятельно, на странице соглашения: тогда второй раз ничего не спишется.`,
  });
}

async function payerOf(
  tx: Tx,
  { autopaymentId }: Attempt,
): Promise<{ channel: AutopaymentChannel; payerAccountId: number | null }> {
  const row = await tx
    .selectFrom('autopayments as a')
    .innerJoin('individuals as i', 'i.id', 'a.individualId')
    .select(['a.channel', 'i.accountId as payerAccountId'])
    .where('a.id', '=', autopaymentId)
    .executeTakeFirstOrThrow();
  return { ...row, channel: row.channel as AutopaymentChannel };
}
