import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { payments } from '#contract/money/payments.ts';
import { allocateToSchedule } from '#domain/money/allocation.ts';
import { isTooSmall, LEAST_PAYMENT } from '#domain/money/row-fee.ts';
import { type Fee, feeWay, NO_FEE } from '#domain/money/tariff.ts';
import { checkPaymentLimit } from '#domain/settings/identification.ts';
import type { IdentificationLevel } from '#domain/settings/identification-levels.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { demandLife } from '#server/modules/life-events/life-spans.queries.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { withMoney } from '#server/modules/settlements/money/early-payment.commands.ts';
import {
  amountDue,
  type LockedSettlement,
  lockWithAccruedPenalty,
  settlementNow,
} from '#server/modules/settlements/money/money.commands.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import { illegalIn } from '#server/platform/state/transition.ts';
import { feeOfPayment } from './fee.ts';
import { enqueuePaymentQuery, enqueueSending } from './jobs.ts';
import { movePayment, openPayments } from './locked.ts';

type PayInput = Input<typeof payments.pay>['body'];

/**
 * Begins a payment: whoever begins the same one again gets the one that is open, so that one due is paid once however often
 * somebody presses the button (docs/quality.md MN3). The partner hears of it from a job of this transaction.
 * @returns the id of the payment
 * @throws Refusal `move.illegal`, `input.invalid`, `payment.open`, `payment.unavailable`
 */
export async function beginPayment(ctx: Writing, settlementId: number, filters: PayInput): Promise<number> {
  if (!ctx.app.payments) throw new Refusal('payment.unavailable');
  const settlement = await lockWithAccruedPenalty(ctx.db, settlementId, ctx.day);
  await demandTaken(ctx, settlement);
  const amount = kopecks(filters.amount);
  const open = await openPayment(ctx.db, settlementId);
  if (open) {
    if (open.amount === amount && open.channel === filters.channel) return open.id;
    throw new Refusal('payment.open');
  }
  return insertPayment(ctx, settlement, { amount, channel: filters.channel, payerAccountId: ctx.actor.accountId });
}

/** Who pays, how much and by which way. */
interface Begun {
  amount: Kopecks;
  channel: 'sbp' | 'card';
  payerAccountId: number | null;
}

/**
 * The row of a payment that may be made now, and the job that tells the partner of it.
 * @returns its id
 * @throws Refusal `move.illegal`, `input.invalid`, `payment.open`
 */
export async function insertPayment(
  ctx: Pick<Ctx, 'app' | 'day'> & { db: Tx },
  settlement: LockedSettlement,
  { amount, channel, payerAccountId }: Begun,
): Promise<number> {
  const fee = await feeOfSum(ctx, settlement, amount);
  const { id } = await ctx.db
    .insertInto('payments')
    .values({
      settlementId: settlement.id,
      individualId: settlement.individualId,
      legalEntityId: settlement.legalEntityId,
      payerAccountId,
      channel,
      amount,
      feeAmount: fee.amount,
      feeVat: fee.vat,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseSecond);
  await enqueueSending(ctx.app, ctx.db, id);
  return id;
}

/**
 * What is asked of the payer for a sum that he would pay now, by the very reckoning of a payment; what no payment would be taken for has no
 * price. What is of the moment alone it does not look at, the partner and a payment that is open: pages tell a price beside them.
 * @throws Refusal `move.illegal`, `input.invalid` for a sum that no payment may be of
 */
export async function quotePayment(
  ctx: Ctx,
  settlementId: number,
  sum: number,
): Promise<Answer<typeof payments.quote>> {
  const settlement = await settlementNow(ctx.db, settlementId);
  await demandTaken(ctx, settlement);
  const fee = await feeOfSum(ctx, settlement, kopecks(sum));
  return { amount: sum, feeAmount: fee.amount, payerAmount: sum + fee.amount };
}

/** Whether payments by a settlement are taken today, of whatever sum. @throws Refusal `move.illegal` */
export async function demandTaken(
  { db, day }: Pick<Ctx, 'db' | 'day'>,
  { id: settlementId, status, individualId }: Pick<LockedSettlement, 'id' | 'status' | 'individualId'>,
): Promise<void> {
  if (!settlementMachine.canMove(status, 'payOff')) throw illegalIn(settlementMachine, status);
  // What a bankrupt pays one creditor may be taken back; for others their guardian or heirs pay (docs/decisions/0101).
  await demandLife(db, { individualId, settlementId }, 'pay', day);
}

/**
 * The fee on top of a sum that may be paid now: one answer for whoever asks and for whoever pays.
 * @throws Refusal `input.invalid`
 */
export async function feeOfSum(
  ctx: Pick<Ctx, 'db' | 'day'>,
  settlement: LockedSettlement,
  amount: Kopecks,
): Promise<Fee> {
  // What pays all of it off ahead of its days costs no interest of days to come.
  const owed = withMoney(settlement, { day: ctx.day, amount });
  demandPayable(owed, amount);
  const fee = await feeOnTop(ctx, owed, amount);
  await demandWithinLimit(ctx, settlement, amount, fee);
  return fee;
}

/** What the payer of a sum pays the platform on top of it; nothing where his creditor bears the fee. */
async function feeOnTop(
  { db, day }: Pick<Ctx, 'db' | 'day'>,
  settlement: LockedSettlement,
  amount: Kopecks,
): Promise<Fee> {
  if (!settlement.tariff || feeWay(settlement.tariff) !== 'on_top') return NO_FEE;
  return feeOfPayment(db, settlement, allocateToSchedule(amount, settlement.rows, kopecks(0)).rows, day);
}

/** Two who begin at once meet at the lock of the settlement; the index is what holds when one day they do not. */
function refuseSecond(error: unknown): never {
  throw brokenConstraint(error) === 'payments_open' ? new Refusal('payment.open') : error;
}

const openPayment = (tx: Tx, settlementId: number) =>
  openPayments(tx, settlementId)
    .select(['id', 'amount', 'channel'])
    .where('channel', '<>', 'outside')
    .executeTakeFirst();

/** Nobody pays more than he owes, nor by kopecks. */
function demandPayable(settlement: LockedSettlement, amount: Kopecks): void {
  const rest = amountDue(settlement);
  if (amount > rest) {
    throw new Refusal('input.invalid', { fields: { amount: `Осталось заплатить ${formatMoney(rest)}` } });
  }
  if (isTooSmall(amount, rest))
    throw new Refusal('input.invalid', { fields: { amount: `Не меньше ${formatMoney(LEAST_PAYMENT)}` } });
}

/** Nobody pays more at once than the law lets the partner take from him: what he takes is the fee on top as well. */
async function demandWithinLimit(
  { db, day }: Pick<Ctx, 'db' | 'day'>,
  settlement: LockedSettlement,
  amount: Kopecks,
  fee: Fee,
): Promise<void> {
  const { identificationLevel } = await db
    .selectFrom('individuals')
    .select('identificationLevel')
    .where('id', '=', settlement.individualId)
    .executeTakeFirstOrThrow();
  const rates = await ratesOf(db);
  const whole = kopecks(amount + fee.amount);
  const message = checkPaymentLimit(identificationLevel as IdentificationLevel, whole, { rates, day });
  if (!message) return;
  const withFee = fee.amount > 0 ? `С вознаграждением платформы выходит ${formatMoney(whole)}. ` : '';
  throw new Refusal('input.invalid', { fields: { amount: `${withFee}${message}` } });
}

/**
 * Cancels a payment that its payer does not want to make now. He may have paid at the partner already, so the partner is still
 * asked about it until his last word, and money that has come is accepted. One that was taken by itself is not tried again.
 * @throws Refusal `move.illegal`
 */
export async function cancelPayment(ctx: Writing, id: number): Promise<void> {
  const { channel } = await ctx.db
    .selectFrom('payments')
    .select('channel')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (channel === 'outside')
    throw new Refusal('move.illegal', { detail: 'Оплату вне платформы отзывают, а не отменяют' });
  await movePayment(ctx, id, 'cancel', { set: { payUrl: null, partnerSilent: true } });
  await ctx.db
    .updateTable('autopaymentAttempts')
    .set({ isLast: true, reason: 'Вы отменили списание' })
    .where('paymentId', '=', id)
    .execute();
  await enqueuePaymentQuery(ctx.app, ctx.db, id);
}
