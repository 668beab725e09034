import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { payouts } from '#contract/money/payouts.ts';
import { PAYOUT_OBSTACLES, type PayoutObstacle, type PayoutStatus, payoutObstacle } from '#domain/money/payout.ts';
import { maskNumber } from '#domain/parties/payment-detail.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { isTrusted } from '#server/modules/payment-details/payment-details.queries.ts';
import type { App } from '#server/platform/app.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { lockFreeMoney } from '../free-money.queries.ts';
import { payoutFactsOf, payoutRuleOf, recipientOf } from './payout-facts.ts';
import { enqueuePayout } from './payout-jobs.ts';

/** What whoever pays out was shown: what is free, and which details it goes to. */
type ShownPayout = Input<typeof payouts.payNow>['body'];

interface Making {
  app: App;
  db: Tx;
}

/**
 * Pays a creditor out all that is free, if nothing stands in the way: to the partner at once; above the bound of one person, to an account
 * of somebody else, or to one that is paid to for the first time, when two have decided it.
 * @param byHand who does it, and the sum and the account that he was shown; null of the close of a day, which keeps to the creditor's least sum and shuns an
 * account that refused
 * @returns the id of the payout, or what stands in the way
 * @throws Refusal `version.stale` when another sum is free than he was shown, or goes elsewhere
 */
export async function makePayout(
  { app, db }: Making,
  legalEntityId: number,
  byHand: (ShownPayout & { accountId: number }) | null,
): Promise<{ id: number } | { obstacle: PayoutObstacle }> {
  const money = await lockFreeMoney(db, legalEntityId);
  const { facts, details, isKnownAccount } = await payoutFactsOf({ app, db }, legalEntityId, money);
  const { least } = await payoutRuleOf(db, legalEntityId);
  const obstacle = payoutObstacle(facts, least, byHand !== null);
  if (obstacle !== null || !details) return { obstacle: obstacle ?? 'no_details' };
  const isAsShown = byHand?.account.id === details.id && byHand.account.version === details.version;
  if (byHand && !(isAsShown && byHand.amount === money.free)) throw new Refusal('version.stale');
  const { payoutAlone } = await settingsOf(db);
  const isAlone = isKnownAccount && money.free + (await orderedToday(db, legalEntityId)) <= payoutAlone;
  const { id } = await db
    .insertInto('payouts')
    .values({
      legalEntityId,
      amount: money.free,
      paymentDetailId: details.id,
      detailVersion: details.version,
      bankName: details.bankName,
      account: maskNumber(details.number),
      status: isAlone ? 'created' : 'waiting',
      madeBy: byHand?.accountId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (isAlone) await enqueuePayout(app, db, id);
  else await tellOfUnfinished(db, id);
  return { id };
}

/** What was paid out to a creditor on this day in Moscow: many small payouts are as large as one. Kopecks. */
async function orderedToday(tx: Tx, legalEntityId: number): Promise<number> {
  const { sum } = await tx
    .selectFrom('payouts')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('legalEntityId', '=', legalEntityId)
    .where('status', 'not in', ['cancelled', 'failed', 'returned'])
    .where(sql<boolean>`(created_at at time zone 'Europe/Moscow')::date = (now() at time zone 'Europe/Moscow')::date`)
    .executeTakeFirstOrThrow();
  return sum;
}

/** A payout in words for whoever decides it: how much, of which creditor, to whom and to which account. */
export async function inWords(tx: Tx, id: number): Promise<{ status: PayoutStatus; number: string; said: string }> {
  const { status, amount, number, creditor, bankName, account, ...details } = await tx
    .selectFrom('payouts as p')
    .innerJoin('legalEntities as e', 'e.id', 'p.legalEntityId')
    .innerJoin('paymentDetails as d', 'd.id', 'p.paymentDetailId')
    .select(['d.recipientName', 'd.recipientInn', isTrusted.as('isTrusted')])
    .select(['p.status', 'p.amount', 'p.number', 'p.bankName', 'p.account', 'e.shortName as creditor'])
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirstOrThrow();
  const said = `${number}: ${formatMoney(kopecks(amount))}, ${creditor}. Получатель: ${recipientOf(details)}, ${bankName}, ${account}${details.isTrusted || status !== 'waiting' ? '' : firstTime}`;
  return { status: status as PayoutStatus, number, said };
}

const firstTime = '. Первая выплата на этот счёт: спросите компанию, её ли он, не письмом, а по известному телефону';

/** What waits for two persons is told to those who propose it: a large payout, or one that the partner does not end. */
export async function tellOfUnfinished(tx: Tx, id: number): Promise<void> {
  const about = { table: 'payouts' as const, id };
  const { status, said } = await inWords(tx, id);
  await settleNotifications(tx, about, 'payout.waiting');
  await notify(tx, await operatorsWith(tx, payouts.propose), {
    event: 'payout',
    title: `${status === 'waiting' ? 'Решение о выплате принимают двое' : 'Партнёр не закончил выплату за сутки'}. ${said}`,
    link: pagePath('/dashboard/payouts', { preview: id }),
    about,
    topic: 'payout.waiting',
  });
}

/**
 * An accountant of the platform pays a creditor out, whatever the day and the sum.
 * @throws Refusal `payment.unavailable`, `version.stale`, `move.illegal` naming what stands in the way
 */
export async function payNow(ctx: Writing, legalEntityId: number, shown: ShownPayout): Promise<number> {
  if (!ctx.app.payments) throw new Refusal('payment.unavailable');
  const made = await makePayout(ctx, legalEntityId, { ...shown, accountId: ctx.actor.accountId });
  if ('id' in made) return made.id;
  const detail = made.obstacle === 'too_little' ? 'Выплачивать нечего' : PAYOUT_OBSTACLES[made.obstacle];
  throw new Refusal('move.illegal', { detail });
}
