import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { pagePath } from '#contract/kernel/page-path.ts';
import { payments } from '#contract/money/payments.ts';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import { isStuck } from '#domain/money/partner-time.ts';
import { type AllocatedAmounts, type RefundStatus, refundMachine, reverseAllocation } from '#domain/money/refund.ts';
import type { Fee } from '#domain/money/tariff.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { formatDay, moscowDay } from '#domain/values/days.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { endProposals } from '#server/modules/approvals/approvals.commands.ts';
import { revokeReceipt } from '#server/modules/documents/receipts.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { notify, settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { heldMoney } from '#server/modules/settlements/money/held.queries.ts';
import {
  type LockedSettlement,
  notifySides,
  returnFromSchedule,
} from '#server/modules/settlements/money/money.commands.ts';
import { operatorsWith } from '#server/platform/auth/permission-holders.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { PartnerRefund } from '#server/platform/ports/payments.ts';
import { illegalIn, stateful, type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { partsOf } from '../allocations.ts';
import { lockFreeMoney } from '../free-money.queries.ts';
import { fromCreditorOf } from '../from-creditor.ts';
import { feeIn, feeWayOf, type Locked, lockPayment, movePayment, partiesOf } from '../locked.ts';

const refundState = stateful(refundMachine, { table: 'refunds', column: 'status' });

/** A refund whose row is locked, after its settlement and its payment. */
interface Returning {
  id: number;
  status: RefundStatus;
  amount: Kopecks;
  overpaid: Kopecks;
  fromDebt: Kopecks;
  returned: Kopecks;
  fee: Fee;
  expensedOn: string | null;
  partnerSilent: boolean;
  createdAt: Date;
}

/** Locks a refund, as everybody does after its settlement and its payment. */
export async function lockRefund(
  tx: Tx,
  id: number,
): Promise<{ settlement: LockedSettlement; locked: Locked; returning: Returning }> {
  const { paymentId } = await tx
    .selectFrom('refunds')
    .select('paymentId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const both = await lockPayment(tx, paymentId);
  const row = await tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return {
    ...both,
    returning: {
      id,
      status: row.status as RefundStatus,
      amount: kopecks(row.amount),
      overpaid: kopecks(row.overpaid),
      fromDebt: kopecks(row.amount - row.overpaid),
      returned: kopecks(row.returned),
      fee: feeIn(row),
      expensedOn: row.expensedOn,
      partnerSilent: row.partnerSilent,
      createdAt: row.createdAt,
    },
  };
}

const moves = { processing: 'send', succeeded: 'succeed', failed: 'fail' } as const;

/**
 * Takes the partner's answer about a refund. Told twice, late or in another order it changes nothing more.
 * @returns false when the answer contradicts what we know: then people have to look
 */
export async function takeRefundAnswer(tx: Tx, id: number, partnerAnswer: PartnerRefund): Promise<boolean> {
  const { settlement, locked, returning } = await lockRefund(tx, id);
  if (partnerAnswer.amount !== returning.returned) return false;
  await tx
    .updateTable('refunds')
    .set({ askedAt: sql<Date>`now()`, partnerSilent: false, partnerId: partnerAnswer.id })
    .where('id', '=', id)
    .execute();
  if (returning.expensedOn !== null) return true;
  const move = moves[partnerAnswer.status];
  if (!refundMachine.canMove(returning.status, move))
    return returning.status === partnerAnswer.status || partnerAnswer.status === 'processing';
  if (returning.status === 'failed' && !(await hasRoom(tx, settlement, locked, returning))) return false;
  if (refundMachine.canMove(returning.status, 'fail') && move !== 'send') await dropFailing(tx, locked);
  if (move === 'succeed') await succeed(tx, settlement, locked, returning, partnerAnswer.succeededAt ?? new Date());
  else if (move === 'fail') await fail(bySystem(tx), settlement, locked, returning, partnerAnswer.reason ?? unsaid);
  else await moveRefund(bySystem(tx), id, move, {});
  return true;
}

/**
 * Whether money that has gone after a failure is still there to be taken out: it may have been returned once more meanwhile or paid out to
 * the creditor, or the settlement may have ended. Otherwise it stays a difference of the reconciliation, for people.
 */
export async function hasRoom(
  tx: Tx,
  settlement: LockedSettlement,
  locked: Locked,
  { amount, overpaid, fromDebt, fee }: Returning,
): Promise<boolean> {
  const fromCreditor = fromCreditorOf({ amount, overpaid, feeAmount: fee.amount }, feeWayOf(settlement));
  if (fromCreditor > (await lockFreeMoney(tx, settlement.legalEntityId)).free) return false;
  const others = await tx
    .selectFrom('refunds')
    .select(['amount', 'overpaid'])
    .where('paymentId', '=', locked.id)
    .where('status', '<>', 'failed')
    .execute();
  const left = others.reduce<number>((sum, other) => sum - other.amount, locked.amount);
  const leftOverpaid = others.reduce<number>((sum, other) => sum - other.overpaid, locked.overpaid);
  if (overpaid > leftOverpaid || fromDebt > left - leftOverpaid) return false;
  return fromDebt === 0 || settlementMachine.canMove(settlement.status, 'returnMoney');
}

/** The partner has understood and will not return this money. */
export async function failRefund(tx: Tx, id: number): Promise<void> {
  const { settlement, locked, returning } = await lockRefund(tx, id);
  if (!refundMachine.canMove(returning.status, 'fail')) return;
  await dropFailing(tx, locked);
  await fail(bySystem(tx), settlement, locked, returning, refusedByPartner);
}

/** With the partner's word nobody need close a refund by hand any more. Of a payment whose refund is under way nothing else waits. */
async function dropFailing(tx: Tx, { id }: Locked): Promise<void> {
  const about = { table: 'payments' as const, id };
  await endProposals(tx, about);
  await settleNotifications(tx, about, 'payment.failRefund');
}

/**
 * Two people hold that this money will not go. Should it go after all, it counts as long as there is room for it (docs/decisions/0126).
 * @throws Refusal `move.illegal` when the partner has told its end meanwhile, or that he is at it
 */
export async function failByHand(ctx: Writing, id: number, why: string): Promise<void> {
  const { settlement, locked, returning } = await lockRefund(ctx.db, id);
  if (!refundMachine.canMove(returning.status, 'fail')) throw illegalIn(refundMachine, returning.status);
  if (!isStuck(returning, ctx.now)) throw new Refusal('move.illegal', { detail: stillBusy });
  await fail(ctx, settlement, locked, returning, why);
}

export const stillBusy = 'Партнёр ещё занят этим возвратом, или возвращать уже нечего';

/**
 * A refund of the payment is under way, has gone after all, or is written off: nobody is asked for one any more, unless some of what was
 * paid beyond the debt is still to go back.
 */
export async function endAsked(tx: Tx, paymentId: number): Promise<void> {
  const { left } = await tx
    .selectFrom('payments as p')
    .select(
      sql<number>`p.overpaid - coalesce((select sum(r.overpaid) from refunds r
        where r.payment_id = p.id and (r.status <> 'failed' or r.expensed_on is not null)), 0)::bigint`.as('left'),
    )
    .where('p.id', '=', paymentId)
    .executeTakeFirstOrThrow();
  const about = { table: 'payments', id: paymentId } as const;
  await settleNotifications(tx, about, 'refund.failed', ...(left > 0 ? [] : (['payment.overpaid'] as const)));
}

const bySystem = (tx: Tx): TransitionContext => ({ db: tx, actor: null });

const moveRefund = (
  ctx: TransitionContext,
  id: number,
  move: 'send' | 'succeed' | 'fail',
  set: Record<string, unknown>,
) => transition(ctx, refundState(id), move, { set });

const unsaid = 'Партнёр вернуть не смог и причину не назвал';
const refusedByPartner = 'Партнёр отказал: этот платёж ему неизвестен или вернуть по нему уже нечего';

async function fail(
  ctx: TransitionContext,
  settlement: LockedSettlement,
  { id: paymentId, number }: Locked,
  { id, returned }: Returning,
  failReason: string,
): Promise<void> {
  const { db: tx } = ctx;
  await moveRefund(ctx, id, 'fail', { partnerSilent: false, failReason });
  const title = `${settlement.number}. Возврат ${formatMoney(returned)} по платежу ${number} не прошёл`;
  await notifySides(tx, settlement, { event: 'payment.refund', title, detail: 'Оператор платформы займётся этим' }, [
    'individual',
  ]);
  await notifySides(tx, settlement, { event: 'payment.refund', title, detail: failReason }, ['creditor']);
  const about = { table: 'payments' as const, id: paymentId };
  // The accountant who has proposed it is among them, and whoever may do something about it in his place.
  await notify(tx, await operatorsWith(tx, payments.refund), {
    event: 'payment.refund',
    title,
    detail: failReason,
    link: pagePath('/dashboard/payments', { preview: paymentId }),
    about,
    topic: 'refund.failed',
  });
}

/**
 * The money has gone back: the latest rows that were paid are open again, the fee is reversed in its share, and all of it is
 * in the ledger, in one transaction (docs/domain.md §7.3, §9 E7).
 */
async function succeed(
  tx: Tx,
  settlement: LockedSettlement,
  locked: Locked,
  returning: Returning,
  at: Date,
): Promise<void> {
  const { id, amount, fromDebt } = returning;
  await endAsked(tx, locked.id);
  const valueDate = moscowDay(at);
  await moveRefund(bySystem(tx), id, 'succeed', { valueDate, succeededAt: at, failReason: null });
  const refundedAmount = locked.refundedAmount + amount;
  const move = refundedAmount === locked.amount ? 'refund' : 'refundPart';
  await movePayment({ db: tx, actor: null }, locked.id, move, { set: { refundedAmount } });
  await revokeReceipt(tx, locked.id);
  const back = reverseAllocation(fromDebt, await heldMoney(tx, settlement.id));
  for (const event of eventsOf(settlement, returning, back.penalty))
    await bookEvent(tx, event, { valueDate, paymentId: locked.id });
  let again = kopecks(0);
  if (fromDebt > 0) {
    await insertRefundAllocations(tx, id, back);
    again = await returnFromSchedule({ db: tx, actor: null }, settlement, back, {
      day: valueDate,
      today: moscowDay(new Date()),
      fee: returning.fee,
    });
  }
  await notifyOfReturn(tx, settlement, locked, { ...returning, again }, back);
}

/** One entry for what nobody's debt had taken, one for what the creditor gives back; the fee goes with one of them. */
function eventsOf(
  settlement: LockedSettlement,
  { overpaid, fromDebt, fee }: Returning,
  penalty: Kopecks,
): Extract<LedgerEvent, { kind: 'refunded' }>[] {
  const none = kopecks(0);
  const common = { kind: 'refunded' as const, ...partiesOf(settlement), feeWay: feeWayOf(settlement) };
  const free = { amount: none, vat: none };
  const nothing = { toSchedule: none, toPenalty: none };
  return [
    { ...common, from: 'overpaid', amount: overpaid, allocated: nothing, fee: fromDebt > 0 ? free : fee },
    {
      ...common,
      from: 'creditor',
      amount: fromDebt,
      allocated: { toSchedule: kopecks(fromDebt - penalty), toPenalty: penalty },
      fee: fromDebt > 0 ? fee : free,
    },
  ];
}

/** Writes down how much each row and the penalty have lost by a refund. */
async function insertRefundAllocations(tx: Tx, refundId: number, held: AllocatedAmounts): Promise<void> {
  await tx
    .insertInto('refundAllocations')
    .values(partsOf(held).map((part) => ({ refundId, ...part })))
    .execute();
}

async function notifyOfReturn(
  tx: Tx,
  settlement: LockedSettlement,
  { number }: Locked,
  { returned, fromDebt, again: owed }: Returning & { again: Kopecks },
  { rows: [first] }: AllocatedAmounts,
): Promise<void> {
  const title = `${settlement.number}. Возвращено ${formatMoney(returned)} по платежу ${number}`;
  const row = settlement.rows.find(({ no }) => no === first?.no);
  const until = row ? `, срок ${formatDay(row.dueDate)}` : '';
  const again = fromDebt > 0 ? { detail: `Снова к оплате ${formatMoney(owed)}${until}` } : {};
  await notifySides(
    tx,
    settlement,
    { event: 'payment.refund', title, ...again },
    fromDebt > 0 ? ['individual', 'creditor'] : ['individual'],
  );
}
