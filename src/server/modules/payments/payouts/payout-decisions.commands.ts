import { Refusal } from '#contract/kernel/errors.ts';
import { isStuck } from '#domain/money/partner-time.ts';
import { PAYOUT_OBSTACLES, payoutMachine } from '#domain/money/payout.ts';
import { proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { payoutDetails } from '#server/modules/payment-details/payment-details.queries.ts';
import { trustDetails } from '#server/modules/payment-details/trust.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { illegalIn, transition } from '#server/platform/state/transition.ts';
import { failPayoutByHand, stillBusy } from './payout-answer.ts';
import { enqueuePayout } from './payout-jobs.ts';
import { endDecisions } from './payout-news.ts';
import { payoutState } from './payout-state.ts';
import { inWords } from './payouts.commands.ts';

export { expensePayout } from './payout-answer.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'payout.order': { about: 'payouts'; details: null };
    'payout.fail': { about: 'payouts'; details: { reason: string } };
  }
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
  await trustDetails(ctx, details);
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
