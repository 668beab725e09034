import { sql } from 'kysely';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { lesser, minus } from '#domain/values/exact.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { PartnerPayout } from '#server/platform/ports/payments.ts';
import { transition } from '#server/platform/state/transition.ts';
import { tellBoth, tellCreditor, tellOperators } from './payout-news.ts';
import { type Locked, payoutState } from './payout-state.ts';

/** Whether a moment that the partner names has come, by clocks that may differ a little. */
export const hasCome = (at: Date): boolean => at.getTime() < Date.now() + 5 * 60_000;

/**
 * Whether this may be the way back of a payout: no more than has left, after it has; no other movement of ours has its key, and no other key
 * has named it.
 */
export async function mayComeBack(tx: Tx, payout: Locked, { returned, succeededAt }: PartnerPayout): Promise<boolean> {
  if (!returned || returned.amount > payout.amount || returned.at < succeededAt! || !hasCome(returned.at)) return false;
  const [payoutId, key] = [payout.id, returned.key];
  const { rows } = await sql<{ isTaken: boolean }>`select exists (select from payouts where partner_key = ${key}
    union all select from payout_returns where (partner_key = ${key} or payout_id = ${payoutId}) and not (partner_key = ${key} and payout_id = ${payoutId})
    union all select from payments where partner_key = ${key} union all select from refunds where partner_key = ${key}) as is_taken`.execute(
    tx,
  );
  return !rows[0]!.isTaken;
}

type Returned = NonNullable<PartnerPayout['returned']>;

/** The creditor's bank has sent the money back: it is owed to him again, and does not go to this account by itself any more. */
export async function takeBack(tx: Tx, payout: Locked, returned: Returned, reason: string | null): Promise<boolean> {
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
export async function takeExpenseBack(tx: Tx, payout: Locked, returned: Returned): Promise<boolean> {
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
