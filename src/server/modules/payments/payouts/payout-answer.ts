import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { isStuck } from '#domain/money/partner-time.ts';
import { payoutMachine } from '#domain/money/payout.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { lesser, minus } from '#domain/values/exact.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import type { PartnerPayout } from '#server/platform/ports/payments.ts';
import { illegalIn, type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { hasCome, mayComeBack, takeBack, takeExpenseBack } from './payout-back.ts';
import { endContradiction, endDecisions, tellBoth, tellCreditor } from './payout-news.ts';
import { type Locked, lockPayout, payoutState } from './payout-state.ts';

/**
 * Takes the partner's answer about a payout. Told twice, late or in another order it changes nothing more; what has come back had gone before.
 * @returns false when the answer contradicts what we know: then people have to look
 */
export async function takePayoutAnswer(tx: Tx, id: number, partnerAnswer: PartnerPayout): Promise<boolean> {
  const payout = await lockPayout(tx, id);
  const { succeededAt, returned, status, reason } = partnerAnswer;
  const hasGone = status === 'succeeded' || status === 'returned';
  // Money that has left is taken by no answer about another payout.
  if (partnerAnswer.key !== payout.partnerKey || partnerAnswer.amount !== payout.amount) return false;
  if (hasGone && !(succeededAt && hasCome(succeededAt))) return false;
  if (status === 'returned' && !(await mayComeBack(tx, payout, partnerAnswer))) return false;
  await tx
    .updateTable('payouts')
    .set({ askedAt: sql<Date>`now()`, partnerSilent: false, partnerId: partnerAnswer.id })
    .where('id', '=', id)
    .execute();
  if (payout.expensedOn !== null) return status !== 'returned' || takeExpenseBack(tx, payout, returned!);
  if (!hasGone) return status === 'failed' ? refuse(tx, payout, reason) : accept(tx, payout);
  if (!(await takeGone(tx, payout, succeededAt!))) return false;
  return status === 'succeeded' || takeBack(tx, payout, returned!, reason);
}

/** The partner is at it: within his time there is nothing to close. */
async function accept(tx: Tx, payout: Locked): Promise<boolean> {
  const { id, status } = payout;
  if (payoutMachine.canMove(status, 'send')) await transition({ db: tx, actor: null }, payoutState(id), 'send');
  if (!isStuck({ ...payout, partnerSilent: false }, new Date())) await endDecisions(tx, id);
  // Told late it is no news; a failure that he is at again is for people.
  return status !== 'failed';
}

/** The partner has understood and will not pay it. */
async function refuse(tx: Tx, payout: Locked, reason: string | null): Promise<boolean> {
  if (payout.status === 'failed') return true;
  if (!payoutMachine.canMove(payout.status, 'fail')) return false;
  await fail({ db: tx, actor: null }, payout, {
    reason: reason ?? 'Партнёр выплатить не смог и причину не назвал',
    accountRefused: true,
  });
  return true;
}

/** The money has left. What had failed here counts as long as so much is still free. */
async function takeGone(tx: Tx, payout: Locked, at: Date): Promise<boolean> {
  const { id, legalEntityId, amount, status, owed, free } = payout;
  if (!payoutMachine.canMove(status, 'succeed')) return status === 'succeeded' || status === 'returned';
  // Under way it has its money set aside; an older node may have taken it all the same.
  if ((status === 'failed' ? free : owed) < amount) return false;
  const valueDate = moscowDay(at);
  return unlessOverdrawn(tx, async () => {
    await transition({ db: tx, actor: null }, payoutState(id), 'succeed', {
      set: { valueDate, succeededAt: at, failReason: null, accountRefused: false },
    });
    await bookEvent(tx, { kind: 'paid_out', legalEntityId, payoutId: id, amount }, { valueDate });
    await endDecisions(tx, id);
    await tellCreditor(tx, payout, `Вам выплачено ${formatMoney(amount)}`, null);
  });
}

/** Does a work, unless more would leave the account at the partner than our books know to be there. @returns whether it is done */
async function unlessOverdrawn(tx: Tx, work: () => Promise<void>): Promise<boolean> {
  await sql`savepoint before_work`.execute(tx);
  try {
    await work();
  } catch (error) {
    if (brokenConstraint(error) !== 'ledger_overdrawn') throw error;
    await sql`rollback to savepoint before_work`.execute(tx);
    return false;
  }
  await sql`release savepoint before_work`.execute(tx);
  return true;
}

/** A payout will not go, whoever says so. */
export async function failPayout(tx: Tx, id: number, { reason }: { reason: string }): Promise<void> {
  const payout = await lockPayout(tx, id);
  if (payoutMachine.canMove(payout.status, 'fail')) await fail({ db: tx, actor: null }, payout, { reason });
}

/**
 * Two people hold that this money will not go. Should it go after all, it counts as long as so much is free (docs/decisions/0165).
 * @throws Refusal `move.illegal` when the partner has told its end meanwhile, or that he is at it
 */
export async function failPayoutByHand(ctx: Writing, id: number, reason: string): Promise<void> {
  const payout = await lockPayout(ctx.db, id);
  if (!payoutMachine.canMove(payout.status, 'fail')) throw illegalIn(payoutMachine, payout.status);
  if (!isStuck(payout, ctx.now)) throw new Refusal('move.illegal', { detail: stillBusy });
  await fail(ctx, payout, { reason });
}

export const stillBusy = 'Партнёр ещё занят этой выплатой, или она уже закончена';

async function fail(
  ctx: TransitionContext,
  payout: Locked,
  { reason, accountRefused = false }: { reason: string; accountRefused?: boolean },
): Promise<void> {
  await transition(ctx, payoutState(payout.id), 'fail', {
    set: { failReason: reason, partnerSilent: false, accountRefused },
  });
  await endDecisions(ctx.db, payout.id);
  await tellBoth(ctx.db, payout, `Выплата ${formatMoney(payout.amount)} не прошла`, reason);
}

/**
 * Money of a payout that has failed is gone, and less is owed than that: what is owed has been paid with it, the rest is an expense, and
 * whatever the partner tells of it afterwards changes nothing.
 * @param on the day of the statement that has it
 * @param gone what has left, kopecks
 * @returns what of it is an expense
 * @throws Refusal `move.illegal` when it may still be counted as any payout: also where another payout or a refund is under way, which
 * leaves room for it should it fail
 */
export async function expensePayout(tx: Tx, id: number, on: Day, gone: Kopecks): Promise<Kopecks> {
  const payout = await lockPayout(tx, id);
  const { legalEntityId, status, expensedOn, owed, free, amount } = payout;
  if (status !== 'failed' || expensedOn !== null || free >= amount) {
    throw new Refusal('move.illegal', { detail: 'Эту выплату ещё можно провести: спросите партнёра ещё раз' });
  }
  if (free < owed) {
    throw new Refusal('move.illegal', {
      detail: 'Этому кредитору идёт другая выплата или возврат с его денег: дождитесь, чем они кончатся',
    });
  }
  await tx.updateTable('payouts').set({ expensedOn: on }).where('id', '=', id).execute();
  await endContradiction(tx, id);
  const paid = lesser(kopecks(free), gone);
  if (paid > 0) {
    await bookEvent(tx, { kind: 'paid_out', legalEntityId, payoutId: id, amount: paid }, { valueDate: on });
    await tellCreditor(tx, payout, `Вам выплачено ${formatMoney(paid)}`, null);
  }
  return minus(gone, paid);
}
