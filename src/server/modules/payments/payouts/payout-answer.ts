import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { payouts } from '#contract/money/payouts.ts';
import { isStuck } from '#domain/money/partner-time.ts';
import { type PayoutStatus, payoutMachine } from '#domain/money/payout.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { lesser, minus } from '#domain/values/exact.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { endProposals } from '#server/modules/approvals/approvals.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { employeesWith, operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import type { PartnerPayout } from '#server/platform/ports/payments.ts';
import { illegalIn, type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { lockFreeMoney } from '../free-money.queries.ts';
import { payoutState } from './payout-state.ts';

/** A payout whose row is locked, after the money of its creditor. */
interface Locked {
  id: number;
  number: string;
  legalEntityId: number;
  amount: Kopecks;
  status: PayoutStatus;
  partnerKey: string;
  partnerSilent: boolean;
  createdAt: Date;
  expensedOn: string | null;
  /** What the creditor is owed, and what of it nothing is going to take; kopecks. */
  owed: number;
  free: number;
}

/** Locks a payout as everybody does who takes of a creditor's money: that first. */
export async function lockPayout(tx: Tx, id: number): Promise<Locked> {
  const { legalEntityId } = await tx
    .selectFrom('payouts')
    .select('legalEntityId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { owed, free } = await lockFreeMoney(tx, legalEntityId);
  const row = await tx
    .selectFrom('payouts')
    .select(['id', 'number', 'legalEntityId', 'amount', 'status', 'partnerKey'])
    .select(['partnerSilent', 'createdAt', 'expensedOn'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...row, amount: kopecks(row.amount), status: row.status as PayoutStatus, owed, free };
}

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

/** Whether a moment that the partner names has come, by clocks that may differ a little. */
const hasCome = (at: Date): boolean => at.getTime() < Date.now() + 5 * 60_000;

/**
 * Whether this may be the way back of a payout: no more than has left, after it has; no other movement of ours has its key, and no other key
 * has named it.
 */
async function mayComeBack(tx: Tx, payout: Locked, { returned, succeededAt }: PartnerPayout): Promise<boolean> {
  if (!returned || returned.amount > payout.amount || returned.at < succeededAt! || !hasCome(returned.at)) return false;
  const [payoutId, key] = [payout.id, returned.key];
  const { rows } = await sql<{ isTaken: boolean }>`select exists (select from payouts where partner_key = ${key}
    union all select from payout_returns where (partner_key = ${key} or payout_id = ${payoutId}) and not (partner_key = ${key} and payout_id = ${payoutId})
    union all select from payments where partner_key = ${key} union all select from refunds where partner_key = ${key}) as is_taken`.execute(
    tx,
  );
  return !rows[0]!.isTaken;
}

/** The partner is at it: within his time there is nothing to close. */
async function accept(tx: Tx, payout: Locked): Promise<boolean> {
  const { id, status } = payout;
  if (payoutMachine.canMove(status, 'send')) await transition({ db: tx, actor: null }, payoutState(id), 'send');
  if (!isStuck({ ...payout, partnerSilent: false }, new Date())) await endDecisions(tx, id);
  // Told late it is no news; a failure that he is at again is for people.
  return status !== 'failed';
}

/** Nobody has anything to decide about a payout any more. */
export async function endDecisions(tx: Tx, id: number): Promise<void> {
  const about = { table: 'payouts' as const, id };
  await endProposals(tx, about);
  await settleNotifications(tx, about, 'payout.waiting', 'payout.order', 'payout.fail');
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

type Returned = NonNullable<PartnerPayout['returned']>;

/** The creditor's bank has sent the money back: it is owed to him again, and does not go to this account by itself any more. */
async function takeBack(tx: Tx, payout: Locked, returned: Returned, reason: string | null): Promise<boolean> {
  if (payout.status === 'returned') return true;
  const { id: payoutId, legalEntityId } = payout;
  const { amount } = returned;
  const failReason = reason ?? 'Банк получателя вернул деньги и причину не назвал';
  await transition({ db: tx, actor: null }, payoutState(payoutId), 'return', {
    set: { failReason, accountRefused: true },
  });
  const valueDate = await insertReturn(tx, payoutId, returned);
  await bookEvent(tx, { kind: 'payout_returned', legalEntityId, payoutId, amount }, { valueDate });
  await tellBoth(tx, payout, `Выплата вернулась: ${formatMoney(amount)}`, failReason);
  return true;
}

/** What was written off has come back after all: the expense is none any more, and what was paid with it is owed again. */
async function takeExpenseBack(tx: Tx, payout: Locked, returned: Returned): Promise<boolean> {
  const { id: payoutId, legalEntityId } = payout;
  const before = await tx.selectFrom('payoutReturns').select('id').where('payoutId', '=', payoutId).executeTakeFirst();
  if (before) return true;
  const valueDate = await insertReturn(tx, payoutId, returned);
  const { paid } = await tx
    .selectFrom('ledgerLines as l')
    .innerJoin('ledgerEntries as e', 'e.id', 'l.entryId')
    .select(sql<number>`coalesce(sum(l.amount), 0)::bigint`.as('paid'))
    .where('l.account', '=', '2010')
    .where('l.holderId', '=', legalEntityId)
    .where('e.kind', '=', 'paid_out')
    .where(sql`(e.event ->> 'payoutId')::bigint`, '=', payoutId)
    .executeTakeFirstOrThrow();
  const expensed = lesser(minus(payout.amount, kopecks(paid)), returned.amount);
  const amount = minus(returned.amount, expensed);
  await bookEvent(tx, { kind: 'expense_returned', amount: expensed }, { valueDate });
  await bookEvent(tx, { kind: 'payout_returned', legalEntityId, payoutId, amount }, { valueDate });
  if (amount > 0) await tellCreditor(tx, payout, `Выплата вернулась: ${formatMoney(amount)}`, null);
  await tellOperators(tx, payout, `Списанная выплата вернулась: ${formatMoney(returned.amount)}`, null);
  return true;
}

/** @returns the business day of it */
async function insertReturn(tx: Tx, payoutId: number, { key: partnerKey, amount, at }: Returned): Promise<Day> {
  const valueDate = moscowDay(at);
  await tx.insertInto('payoutReturns').values({ payoutId, partnerKey, amount, valueDate, returnedAt: at }).execute();
  return valueDate;
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
  const paid = lesser(kopecks(free), gone);
  if (paid > 0) {
    await bookEvent(tx, { kind: 'paid_out', legalEntityId, payoutId: id, amount: paid }, { valueDate: on });
    await tellCreditor(tx, payout, `Вам выплачено ${formatMoney(paid)}`, null);
  }
  return minus(gone, paid);
}

/** The partner says what cannot be: those who pay creditors are told of it, once. */
export async function tellOfContradiction(tx: Tx, id: number): Promise<void> {
  const payout = await tx
    .updateTable('payouts')
    .set({ contradictedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('contradictedAt', 'is', null)
    .returning(['id', 'number'])
    .executeTakeFirst();
  if (!payout) return;
  const what = 'Ответ партнёра о выплате не сходится с нашими записями';
  await tellOperators(tx, payout, what, 'Сверьте её с выпиской партнёра');
}

async function tellBoth(tx: Tx, payout: Locked, what: string, reason: string): Promise<void> {
  await tellCreditor(tx, payout, what, reason);
  await tellOperators(tx, payout, what, reason);
}

async function tellOperators(
  tx: Tx,
  payout: Pick<Locked, 'id' | 'number'>,
  what: string,
  reason: string | null,
): Promise<void> {
  await notify(tx, await operatorsWith(tx, payouts.payNow), about(payout, what, reason));
}

async function tellCreditor(tx: Tx, payout: Locked, what: string, reason: string | null): Promise<void> {
  const keepers = await employeesWith(tx, payout.legalEntityId, payouts.setRule);
  await notify(
    tx,
    keepers.map(({ accountId }) => accountId),
    about(payout, what, reason),
  );
}

const about = ({ id, number }: Pick<Locked, 'id' | 'number'>, what: string, reason: string | null) => ({
  title: `${number}. ${what}`,
  ...(reason !== null && { detail: reason }),
  link: pagePath('/dashboard/payouts', { preview: id }),
  about: { table: 'payouts' as const, id },
});
