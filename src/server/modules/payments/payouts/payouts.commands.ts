import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { payouts } from '#contract/money/payouts.ts';
import { isStuck } from '#domain/money/partner-time.ts';
import {
  PAYOUT_OBSTACLES,
  type PayoutObstacle,
  type PayoutStatus,
  payoutMachine,
  payoutObstacle,
} from '#domain/money/payout.ts';
import { maskNumber } from '#domain/parties/payment-detail.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { payoutDetails } from '#server/modules/payment-details/payment-details.queries.ts';
import { settingsOf } from '#server/modules/settings/settings.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { illegalIn, transition } from '#server/platform/state/transition.ts';
import { lockFreeMoney } from '../free-money.queries.ts';
import { endDecisions, failPayoutByHand, stillBusy } from './payout-answer.ts';
import { payoutFactsOf, payoutRuleOf, recipientOf } from './payout-facts.ts';
import { enqueuePayout } from './payout-jobs.ts';
import { payoutState } from './payout-state.ts';

export { expensePayout } from './payout-answer.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'payout.order': { about: 'payouts'; details: null };
    'payout.fail': { about: 'payouts'; details: { reason: string } };
  }
}

/** What whoever pays out was shown: what is free, and which details it goes to. */
type ShownPayout = Input<typeof payouts.payNow>['body'];

interface Making {
  app: App;
  db: Tx;
}

/**
 * Pays a creditor out all that is free, if nothing stands in the way: to the partner at once; above the bound of one person, or to an account
 * of somebody else, when two have decided it.
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
  const { facts, details, isOwnAccount } = await payoutFactsOf({ app, db }, legalEntityId, money);
  const { least } = await payoutRuleOf(db, legalEntityId);
  const obstacle = payoutObstacle(facts, least, byHand !== null);
  if (obstacle !== null || !details) return { obstacle: obstacle ?? 'no_details' };
  const isAsShown = byHand?.account.id === details.id && byHand.account.version === details.version;
  if (byHand && !(isAsShown && byHand.amount === money.free)) throw new Refusal('version.stale');
  const { payoutAlone } = await settingsOf(db);
  const isAlone = isOwnAccount && money.free + (await orderedToday(db, legalEntityId)) <= payoutAlone;
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
async function inWords(tx: Tx, id: number): Promise<{ status: PayoutStatus; number: string; said: string }> {
  const { status, amount, number, creditor, bankName, account, ...details } = await tx
    .selectFrom('payouts as p')
    .innerJoin('legalEntities as e', 'e.id', 'p.legalEntityId')
    .innerJoin('paymentDetails as d', 'd.id', 'p.paymentDetailId')
    .select(['d.recipientName', 'd.recipientInn'])
    .select(['p.status', 'p.amount', 'p.number', 'p.bankName', 'p.account', 'e.shortName as creditor'])
    .where('p.id', '=', id)
    .forUpdate('p')
    .executeTakeFirstOrThrow();
  const said = `${number}: ${formatMoney(kopecks(amount))}, ${creditor}. Получатель: ${recipientOf(details)}, ${bankName}, ${account}`;
  return { status: status as PayoutStatus, number, said };
}

/** What waits for two persons is told to those who propose it: a large payout, or one that the partner does not end. */
export async function tellOfUnfinished(tx: Tx, id: number): Promise<void> {
  const about = { table: 'payouts' as const, id };
  const { status, said } = await inWords(tx, id);
  await settleNotifications(tx, about, 'payout.waiting');
  await notify(tx, await operatorsWith(tx, payouts.propose), {
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

/** One of two proposes a large payout. @throws Refusal `move.illegal` when it does not wait, or is proposed already */
export async function proposePayout(ctx: Writing, id: number): Promise<void> {
  const { status, said } = await inWords(ctx.db, id);
  if (status !== 'waiting') throw illegalIn(payoutMachine, status);
  await proposeApproval(ctx, 'payout.order', { table: 'payouts', id }, said);
  await settleNotifications(ctx.db, { table: 'payouts', id }, 'payout.waiting');
}

/** One person holds that a payout will not be made, another decides. @throws Refusal `move.illegal` when it is not stuck, or proposed already */
export async function proposePayoutFailure(ctx: Writing, id: number, reason: string): Promise<void> {
  const { said } = await inWords(ctx.db, id);
  const payout = await ctx.db
    .selectFrom('payouts')
    .select(['status', 'partnerSilent', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!isStuck(payout, ctx.now)) throw new Refusal('move.illegal', { detail: stillBusy });
  await proposeApproval(ctx, 'payout.fail', { table: 'payouts', id }, `${said}. ${reason}`, { reason });
}

/** The second person has agreed: the money is free again. @throws Refusal `move.illegal` */
export const closePayout = (ctx: Writing, { objectId, details }: Proposed<'payout.fail'>): Promise<void> =>
  failPayoutByHand(ctx, objectId, details.reason);

/** The second person has agreed. @throws Refusal `move.illegal` also when the company or its details are not what they were */
export async function orderPayout(ctx: Writing, { objectId: id }: Proposed<'payout.order'>): Promise<void> {
  const { verificationStatus, paymentDetailId, detailVersion, legalEntityId } = await ctx.db
    .selectFrom('payouts as p')
    .innerJoin('legalEntities as e', 'e.id', 'p.legalEntityId')
    .select(['e.verificationStatus', 'p.paymentDetailId', 'p.detailVersion', 'p.legalEntityId'])
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow();
  const details = await payoutDetails(ctx, legalEntityId);
  if (verificationStatus !== 'verified') throw new Refusal('move.illegal', { detail: PAYOUT_OBSTACLES.not_verified });
  if (details?.id !== paymentDetailId || details.version !== detailVersion)
    throw new Refusal('move.illegal', {
      detail: 'Реквизиты изменились: отмените эту выплату, следующая пойдёт по новым',
    });
  await transition(ctx, payoutState(id), 'order');
  await enqueuePayout(ctx.app, ctx.db, id);
}

/** The second person has refused: what nobody is going to pay holds no money. */
export const dropPayout = (ctx: Writing, { objectId }: Proposed<'payout.order'>): Promise<void> =>
  cancelPayout(ctx, objectId);

/** A payout that waits is not made: its money is free again. @throws Refusal `move.illegal` */
export async function cancelPayout(ctx: Writing, id: number): Promise<void> {
  await transition(ctx, payoutState(id), 'cancel');
  await endDecisions(ctx.db, id);
}
