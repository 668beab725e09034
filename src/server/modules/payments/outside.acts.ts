import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { payment } from '#domain/money/payment.ts';
import { settlement } from '#domain/settlements/settlement.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import type { Side } from '#domain/values/machine.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { book } from '#server/modules/ledger/ledger.acts.ts';
import {
  divideReceipt,
  lockOwing,
  type MoneyDeal,
  owedOf,
  takeIntoSchedule,
  takenOf,
  tellSides,
} from '#server/modules/settlements/money/money.acts.ts';
import { lastReceipt } from '#server/modules/settlements/money/receipts.read.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import { illegalIn, type Mover } from '#server/platform/state/advance.ts';
import { keepAllocation } from './allocations.ts';
import { feeFor, noFee } from './fee.ts';
import { type Locked, lockPayment, movePayment, openPayments, partiesOf, wayOf } from './locked.ts';

type Writing = Ctx<Actor, Tx>;
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
  const deal = await lockOwing(ctx.db, settlementId, ctx.day);
  demandPaying(deal);
  const rest = owedOf(deal);
  if (amount > rest) throw wrong('amount', `Осталось заплатить ${formatMoney(rest)}`);
  await demandDay(ctx, settlementId, paidOn);
  const { id } = await ctx.db
    .insertInto('payments')
    .values({
      ...partiesOf(deal),
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
  const title = `${deal.number}. Подтвердите оплату вне платформы: ${formatMoney(kopecks(amount))}`;
  await tellSides(ctx.db, deal, { title }, [otherSide(side)]);
  return id;
}

function demandPaying({ status }: MoneyDeal): void {
  if (!settlement.canMove(status, 'payOutside')) throw illegalIn(settlement, status);
}

/** Money for an agreement is not paid before there was one, nor tomorrow. */
async function demandDay({ db, day }: Writing, settlementId: number, paidOn: Day): Promise<void> {
  if (paidOn > day) throw wrong('paidOn', 'Этот день ещё не наступил');
  const { signedAt } = await db
    .selectFrom('settlements')
    .select('signedAt')
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow();
  const signedOn = signedAt && moscowDay(signedAt);
  if (signedOn && paidOn < signedOn) throw wrong('paidOn', `Соглашение заключено ${formatDay(signedOn)}`);
}

function refuseSecond(error: unknown): never {
  throw brokenConstraint(error) === 'payments_stated_open' ? refused('Другая такая оплата ещё ждёт ответа') : error;
}

/**
 * The other side confirms or rejects, or who has stated it takes it back. Of two who answer at once the second is too late.
 * @throws Refusal `move.illegal`, `input.invalid` when a rejection has no reason
 */
export async function answerStatement(ctx: Writing, id: number, side: Side, { answer, reason }: Answer): Promise<void> {
  const { deal, locked } = await lockPayment(ctx.db, id);
  const isOwn = locked.statedBy === side;
  if (locked.channel !== 'outside' || isOwn !== (answer === 'withdraw')) {
    throw refused('Отвечает другая сторона: вы можете только отозвать своё');
  }
  // The partner's money may come after all when a payment was cancelled; a word that was taken back is gone.
  if (locked.status !== 'created') throw illegalIn(payment, locked.status);
  if (answer === 'confirm') return confirm(ctx, deal, locked);
  if (answer === 'reject' && !reason) throw wrong('reason', 'Назовите причину');
  const move = answer === 'reject' ? 'fail' : 'cancel';
  await movePayment(ctx, id, move, { reason, ...(reason && { set: { failReason: reason } }) });
  const what = answer === 'reject' ? 'не подтверждена' : 'отозвана';
  const title = `${deal.number}. Оплата вне платформы ${formatMoney(locked.amount)} ${what}`;
  await tellSides(ctx.db, deal, { title, ...(reason && { detail: reason }) }, [otherSide(side)]);
}

/**
 * Both sides say that it was paid: the schedule takes it as any payment. The money has never been with the platform, so the
 * ledger knows it only by the claim that it has ended, and the fee of it is invoiced (docs/domain.md §9 E3, E4). A fee that
 * the debtor would pay on top of a payment is not taken of money that went past us.
 */
async function confirm(ctx: Writing, deal: MoneyDeal, locked: Locked): Promise<void> {
  demandPaying(deal);
  const { id, amount } = locked;
  const day = locked.paidOn ?? ctx.day;
  const { counted, allocation } = await divideReceipt(ctx.db, deal, amount, { day, today: ctx.day });
  if (allocation.overpaid > 0) throw refused(`Осталось заплатить ${formatMoney(owedOf(counted))}`);
  const fee = wayOf(deal) === 'on_top' ? noFee : feeFor(deal, takenOf(allocation));
  await movePayment(ctx, id, 'succeed', {
    set: { valueDate: day, succeededAt: ctx.now, feeAmount: fee.amount, feeVat: fee.vat },
  });
  await keepAllocation(ctx.db, locked, allocation);
  const place = { valueDate: day, paymentId: id };
  const of = partiesOf(deal);
  await book(
    ctx.db,
    { kind: 'allocated', ...of, toSchedule: takenOf(allocation), toPenalty: allocation.penalty },
    place,
  );
  await book(ctx.db, { kind: 'fee', ...of, way: 'invoiced', fee }, place);
  const last = await lastReceipt(ctx.db, deal.id, day);
  await takeIntoSchedule(ctx, counted, allocation, { day: last, fee, whole: 'payOutside' });
  const title = `${deal.number}. Оплата вне платформы ${formatMoney(amount)} подтверждена`;
  await tellSides(ctx.db, deal, { title });
}

/** What was stated and not answered ends with its settlement. */
export async function endStatements(mover: Mover, { settlementId }: { settlementId: number }): Promise<void> {
  const open = await openPayments(mover.db, settlementId)
    .select('id')
    .where('channel', '=', 'outside')
    .executeTakeFirst();
  if (open) await movePayment(mover, open.id, 'cancel', { reason: 'Урегулирование завершено' });
}
