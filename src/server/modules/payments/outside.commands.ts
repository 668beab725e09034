import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { paymentMachine } from '#domain/money/payment.ts';
import { NO_FEE } from '#domain/money/tariff.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { type Day, formatDay, moscowDay, toDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { demandLife } from '#server/modules/life-events/life-spans.queries.ts';
import { withMoney } from '#server/modules/settlements/money/early-payment.commands.ts';
import { lastIncomingDay } from '#server/modules/settlements/money/incoming.queries.ts';
import {
  allocatedTotal,
  amountDue,
  divideIncoming,
  type LockedSettlement,
  lockWithAccruedPenalty,
  notifySides,
  takeIntoSchedule,
} from '#server/modules/settlements/money/money.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Db } from '#server/platform/database/db.ts';
import { illegalIn, type TransitionContext } from '#server/platform/state/transition.ts';
import { insertAllocation } from './allocations.ts';
import { feeOfPayment } from './fee.ts';
import { feeWayOf, type Locked, lockPayment, movePayment, openPayments, partiesOf } from './locked.ts';

type Statement = Input<typeof payments.stateByDebtor>['body'];
type Answer = Input<typeof payments.answerByDebtor>['body'];

export const otherSide = (side: Side): Side => (side === 'individual' ? 'creditor' : 'individual');
export const refused = (detail: string): Refusal => new Refusal('move.illegal', { detail });
const wrong = (field: string, message: string): Refusal =>
  new Refusal('input.invalid', { fields: { [field]: message } });

/**
 * One side says that a sum was paid past the platform; nothing counts until the other has confirmed it (docs/domain.md §7.3).
 * @returns the payment's id
 * @throws Refusal `move.illegal` when nothing is to be paid or another such sum waits, `input.invalid` at the fields
 */
export async function statePayment(
  ctx: Writing,
  settlementId: number,
  side: Side,
  { amount, paidOn, comment }: Statement,
): Promise<number> {
  const settlement = await lockWithAccruedPenalty(ctx.db, settlementId, ctx.day);
  demandPaying(settlement);
  const rest = amountDue(withMoney(settlement, { day: paidOn, amount }));
  if (amount > rest) throw wrong('amount', `Осталось заплатить ${formatMoney(rest)}`);
  await demandDay(ctx, settlementId, paidOn);
  if (side === 'creditor') await demandFew(ctx, settlementId);
  await demandCounted(ctx, settlement, paidOn);
  const { id } = await ctx.db
    .insertInto('payments')
    .values({
      ...partiesOf(settlement),
      payerAccountId: ctx.actor.accountId,
      channel: 'outside',
      amount,
      statedBy: side,
      paidOn,
      comment: comment ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseSecond);
  const title = `${settlement.number}. Подтвердите оплату вне платформы: ${formatMoney(kopecks(amount))}`;
  const about = { table: 'payments' as const, id };
  await notifySides(ctx.db, settlement, { event: 'payment.outside', title, about, topic: 'payment.stated' }, [
    otherSide(side),
  ]);
  return id;
}

/** So many payments of one agreement does its creditor write down within a day: each is told to his debtor. */
const mostADay = 5;

/** @throws Refusal `move.illegal` */
async function demandFew({ db, now }: Writing, settlementId: number): Promise<void> {
  const since = new Date(now.getTime() - 24 * 3_600_000);
  const { stated } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('stated'))
    .where('settlementId', '=', settlementId)
    .where('statedBy', '=', 'creditor')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  if (stated >= mostADay) throw refused('За сутки записано уже пять оплат: остальные запишите позже');
}

function demandPaying({ status }: LockedSettlement): void {
  if (!settlementMachine.canMove(status, 'payOutside')) throw illegalIn(settlementMachine, status);
}

/**
 * The debt of an agreement is of an earlier day: what was paid since then is not in it and counts, before the signature, too; what
 * was paid up to that day is in it already. Nobody has paid tomorrow. @throws Refusal `input.invalid`
 */
async function demandDay({ db, day }: Writing, settlementId: number, paidOn: Day): Promise<void> {
  if (paidOn > day) throw wrong('paidOn', 'Этот день ещё не наступил');
  const { debtAsOf: asOf, signedAt } = await datesOf(db, settlementId);
  const debtAsOf = toDay(asOf);
  if (paidOn <= debtAsOf && (signedAt === null || paidOn < moscowDay(signedAt))) {
    throw wrong(
      'paidOn',
      `Долг в соглашении посчитан на ${formatDay(debtAsOf)}: уплаченное по этот день в нём уже учтено`,
    );
  }
}

const datesOf = (db: Db, settlementId: number) =>
  db
    .selectFrom('settlements')
    .select(['debtAsOf', 'signedAt'])
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow();

/** By the agreement nothing is paid before there is one: money from before it counts as paid on the day of its conclusion. */
async function countedDay(db: Db, settlementId: number, paidOn: Day): Promise<Day> {
  const { signedAt } = await datesOf(db, settlementId);
  const signedOn = signedAt && moscowDay(signedAt);
  return signedOn && paidOn < signedOn ? signedOn : paidOn;
}

/** Money of a day on which nobody may pay by the agreement is not counted; what was paid before it is. @throws Refusal `move.illegal` */
const demandCounted = (
  { db }: Writing,
  { id: settlementId, individualId }: LockedSettlement,
  paidOn: Day,
): Promise<void> => demandLife(db, { individualId, settlementId }, 'stateOutside', paidOn);

function refuseSecond(error: unknown): never {
  throw brokenConstraint(error) === 'payments_stated_open' ? refused('Другая такая оплата ещё ждёт ответа') : error;
}

/**
 * The other side confirms or rejects, or who has stated it takes it back. Of two who answer at once the second is too late.
 * @throws Refusal `move.illegal`, `input.invalid` when a rejection has no reason
 */
export async function answerStatement(ctx: Writing, id: number, side: Side, { answer, reason }: Answer): Promise<void> {
  const { settlement, locked } = await lockPayment(ctx.db, id);
  const isOwn = locked.statedBy === side;
  if (locked.channel !== 'outside' || isOwn !== (answer === 'withdraw')) {
    throw refused('Отвечает другая сторона: вы можете только отозвать своё');
  }
  // The partner's money may come after all when a payment was cancelled; a word that was taken back is gone.
  if (locked.status !== 'created') throw illegalIn(paymentMachine, locked.status);
  if (answer === 'confirm') return confirm(ctx, settlement, locked);
  if (answer === 'reject' && !reason) throw wrong('reason', 'Назовите причину');
  const move = answer === 'reject' ? 'fail' : 'cancel';
  await movePayment(ctx, id, move, { reason, ...(reason && { set: { failReason: reason } }) });
  const what = answer === 'reject' ? 'не подтверждена' : 'отозвана';
  const title = `${settlement.number}. Оплата вне платформы ${formatMoney(locked.amount)} ${what}`;
  await notifySides(ctx.db, settlement, { event: 'payment.outside', title, ...(reason && { detail: reason }) }, [
    otherSide(side),
  ]);
}

/**
 * Both sides say that it was paid: the schedule takes it as any payment. The money has never been with the platform, so the
 * ledger knows it only by the claim that it has ended, and the fee of it is invoiced (docs/domain.md §9 E3, E4). A fee that
 * the debtor would pay on top of a payment is not taken of money that went past us.
 */
async function confirm(ctx: Writing, settlement: LockedSettlement, locked: Locked): Promise<void> {
  demandPaying(settlement);
  const { id, amount } = locked;
  const paidOn = locked.paidOn ?? ctx.day;
  await demandCounted(ctx, settlement, paidOn);
  const day = await countedDay(ctx.db, settlement.id, paidOn);
  const { counted, allocation } = await divideIncoming(ctx.db, settlement, amount, { day, today: ctx.day });
  if (allocation.overpaid > 0) throw refused(`Осталось заплатить ${formatMoney(amountDue(counted))}`);
  const fee = feeWayOf(settlement) === 'on_top' ? NO_FEE : await feeOfPayment(ctx.db, counted, allocation.rows, day);
  await movePayment(ctx, id, 'succeed', {
    set: { valueDate: day, succeededAt: ctx.now, feeAmount: fee.amount, feeVat: fee.vat },
  });
  await insertAllocation(ctx.db, locked, allocation);
  const place = { valueDate: day, paymentId: id };
  const of = partiesOf(settlement);
  await bookEvent(
    ctx.db,
    { kind: 'allocated', ...of, toSchedule: allocatedTotal(allocation), toPenalty: allocation.penalty },
    place,
  );
  await bookEvent(ctx.db, { kind: 'fee', ...of, way: 'invoiced', fee }, place);
  const last = await lastIncomingDay(ctx.db, settlement.id, day);
  await takeIntoSchedule(ctx, counted, allocation, { day: last, fee, whole: 'payOutside' });
  const title = `${settlement.number}. Оплата вне платформы ${formatMoney(amount)} подтверждена`;
  await notifySides(ctx.db, settlement, { event: 'payment.outside', title });
}

/** What was stated and not answered ends with its settlement. */
export async function endStatements(ctx: TransitionContext, { settlementId }: { settlementId: number }): Promise<void> {
  const open = await openPayments(ctx.db, settlementId)
    .select('id')
    .where('channel', '=', 'outside')
    .executeTakeFirst();
  if (open) await movePayment(ctx, open.id, 'cancel', { reason: 'Урегулирование завершено' });
}
