import { sql } from 'kysely';
import {
  ATTEMPT_HOURS,
  type AutopaymentChannel,
  isLastHour,
  isWithin,
  LETTER_HOURS,
  nextAttempt,
  type PlannedAttempt,
} from '#domain/money/autopayment.ts';
import { formatDay, moscowDay } from '#domain/values/days.ts';
import { formatMoney, type Kopecks } from '#domain/values/money.ts';
import type { LockedSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { type ChargeObstacle, chargeObstacle } from '../charge-obstacle.queries.ts';
import { insertPayment } from '../pay.ts';
import { insertAttempt, type LockedAttempt, lockAttempt, skipAttempt } from './attempts.commands.ts';
import { byHand } from './by-hand.ts';
import { chargeSum } from './charge-sum.queries.ts';
import { type Telling, tellPayer } from './tell-payer.ts';

const portion = 500;

/** What stands in the way of an attempt, or the sum that it takes. */
type Judged = { amount: Kopecks } | ChargeObstacle;

/**
 * On its day, by day, an attempt becomes a payment like any other; what stands in the way is looked at once more. One whose day is over is
 * given up by day too: its debtor is told of it.
 */
export const makeAttempts = eachDue(
  'autopayments.charge',
  async (db: Db, now) => {
    const today = moscowDay(now);
    const { rows } = await sql<{ id: number }>`select id from autopayment_attempts where status = 'planned'
      and ((day < ${today} and ${isWithin(LETTER_HOURS, now)}) or (day = ${today} and ${isWithin(ATTEMPT_HOURS, now)}))
      order by day, id limit ${portion}`.execute(db);
    return rows.map(({ id }) => id);
  },
  async (app, tx, id, now) => {
    const { settlement, attempt } = await lockAttempt(tx, id);
    if (attempt.status !== 'planned' || attempt.day > moscowDay(now)) return false;
    const judged = await judge(tx, settlement, attempt, now);
    if (!('amount' in judged)) {
      if (judged.mayPass) return false;
      await skipAttempt(tx, id, judged.words);
      if (judged.isTold) await tellOfNone({ app, db: tx }, settlement, attempt, judged.words, now);
      return true;
    }
    const payer = await payerOf(tx, attempt);
    const begun = { amount: judged.amount, ...payer };
    const paymentId = await insertPayment({ app, db: tx, day: attempt.day }, settlement, begun);
    await tx
      .updateTable('autopaymentAttempts')
      .set({ status: 'sent', paymentId, updatedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    return true;
  },
);

async function judge(tx: Tx, settlement: LockedSettlement, attempt: LockedAttempt, now: Date): Promise<Judged> {
  const { dueDate, day, announcedAt, announcedAmount } = attempt;
  const today = moscowDay(now);
  const obstacle = await chargeObstacle(tx, settlement, { dueDate, day: today });
  const isOver = day < today;
  if (obstacle) return { ...obstacle, mayPass: obstacle.mayPass && !isOver && !isLastHour(now) };
  if (isOver) return told('День списания прошёл');
  if (announcedAt === null || announcedAmount === null || moscowDay(announcedAt) >= day)
    return told('О списании не удалось предупредить накануне');
  const sum = await chargeSum({ db: tx, day }, settlement, dueDate);
  if ('words' in sum) return told(sum.words);
  if (sum.charged > announcedAmount) return told('Сумма платежа стала больше той, о которой мы предупредили');
  return sum;
}

const told = (words: string): ChargeObstacle => ({ words, isTold: true, mayPass: false });

/** The debtor learns that nothing was taken, when it will be tried again, and that he may pay by hand; what follows is planned. */
export async function tellOfNone(
  telling: Telling,
  settlement: LockedSettlement,
  attempt: Pick<LockedAttempt, 'dueDate' | 'attempt' | 'autopaymentId' | 'paymentId'>,
  reason: string,
  now: Date,
): Promise<void> {
  const { dueDate } = attempt;
  const next = nextAttempt(dueDate, attempt.attempt, moscowDay(now));
  const charged = next && (await planNext(telling.db, settlement, attempt, next, now));
  await tellPayer(telling, settlement, {
    title: 'Автоплатёж не прошёл',
    detail: `Платёж со сроком ${formatDay(dueDate)} не списан. ${whatFollows(next, charged)} ${await byHand(telling.db, settlement.id, 'Прежнее списание')}`,
    aside: `Причина: ${reason}.`,
  });
}

function whatFollows(next: PlannedAttempt | null, charged: Kopecks | null): string {
  if (next === null)
    return 'Больше мы его списывать не будем: заплатите его сами, и автоплатёж продолжится со следующего.';
  const day = formatDay(next.day);
  return charged === null
    ? `Если ${day} попробуем ещё раз, то накануне предупредим.`
    : `Следующая попытка ${day}: спишем ${formatMoney(charged)}.`;
}

/**
 * The attempt that follows is told of by the very word about this one, where nothing stands in its way today.
 * @returns what will be charged; null where it is told of later, if at all
 */
export async function planNext(
  db: Tx,
  settlement: LockedSettlement,
  { dueDate, autopaymentId, paymentId }: Pick<LockedAttempt, 'dueDate' | 'autopaymentId' | 'paymentId'>,
  next: PlannedAttempt,
  now: Date,
): Promise<Kopecks | null> {
  const asked = { dueDate, day: next.day, today: moscowDay(now), own: paymentId };
  if (await chargeObstacle(db, settlement, asked)) return null;
  const sum = await chargeSum({ db, day: next.day }, settlement, dueDate);
  if ('words' in sum) return null;
  const told = { announcedAt: now, announcedAmount: sum.charged };
  await insertAttempt(db, { autopaymentId, settlementId: settlement.id }, { ...next, dueDate }, told);
  return sum.charged;
}

async function payerOf(
  tx: Tx,
  { autopaymentId }: LockedAttempt,
): Promise<{ channel: AutopaymentChannel; payerAccountId: number | null }> {
  const row = await tx
    .selectFrom('autopayments as a')
    .innerJoin('individuals as i', 'i.id', 'a.individualId')
    .select(['a.channel', 'i.accountId as payerAccountId'])
    .where('a.id', '=', autopaymentId)
    .executeTakeFirstOrThrow();
  return { ...row, channel: row.channel as AutopaymentChannel };
}
