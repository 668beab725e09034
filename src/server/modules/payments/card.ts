import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { payments } from '#contract/money/payments.ts';
import { hasCome, type PaymentChannel, type PaymentStatus, paymentMachine } from '#domain/money/payment.ts';
import type { RefundStatus } from '#domain/money/refund.ts';
import { kopecks } from '#domain/values/money.ts';
import { isWaiting, pendingApprovalsOf } from '#server/modules/approvals/approvals.queries.ts';
import { settlementNow } from '#server/modules/settlements/money/money.commands.ts';
import { isActorBehind } from '#server/platform/auth/same-person.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { feeIn } from './locked.ts';
import { behindPayment } from './payments.queries.ts';
import { lastRequest } from './refunds/refund-requests.queries.ts';
import { refundableOf } from './refunds/refundable.ts';
import { stuckRefund } from './refunds/refunds.commands.ts';
import { paymentColumns, refundColumns, shownPayment } from './rows.ts';

type Card = Answer<typeof payments.get>;

/** A payment within the viewer's reach, with how it was taken and what of it went back. @throws Refusal `object.absent` */
export async function findPayment(ctx: Ctx, id: number): Promise<Card> {
  const row = await ctx.db
    .selectFrom('payments as p')
    .select([...paymentColumns, ...refundColumns, 'p.payUrl', 'p.partnerSilent', 'p.partnerId', 'p.feeVat'])
    .where('p.id', '=', id)
    .where(ctx.within('payment', 'p'))
    .executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  const isPayer = ctx.actor?.individualId === row.individualId;
  const status = row.status as PaymentStatus;
  const mayCancel =
    isPayer && ctx.may(payments.cancel) && paymentMachine.canMove(status, 'cancel') && row.channel !== 'outside';
  const mayAsk = isPayer && ctx.may(payments.askRefund);
  const { allocations, refunds, refundRequest, waits, ...came } = hasCome(status)
    ? await whatHasCome(ctx, row, mayAsk || ctx.may(payments.refund), isPayer)
    : NOTHING_CAME;
  const refundable = mayAsk || ctx.may(payments.refund) ? came.refundable : null;
  const isAsked = refundRequest?.status === 'asked';
  const isUnanswered = isAsked && !waits;
  const isFree = refundable !== null && refundable.most > 0 && !waits;
  const mayFail = came.isStuck && !waits;
  const mayRefuse = isUnanswered && ctx.may(payments.refuseRefund) && !(await isActorBehind(ctx, behindPayment, id));
  return {
    ...shownPayment(row, ctx),
    // Whoever only looks has no business on the page where the payer pays, and nobody on one for what is taken by itself.
    payUrl: isPayer && !row.isAutomatic ? row.payUrl : null,
    allocations,
    refunds,
    refundRequest,
    refundable: refundable && refundable.most,
    refundableInTime: refundable && refundable.inTime,
    pendingApprovals: await pendingApprovalsOf(ctx, { table: 'payments', id }),
    moves: [
      ...(mayCancel ? (['cancel'] as const) : []),
      ...(isFree && ctx.may(payments.refund) ? (['refund'] as const) : []),
      ...(mayFail ? (['failRefund'] as const) : []),
      ...(isFree && mayAsk && !isAsked ? (['askRefund'] as const) : []),
      ...(isUnanswered && isPayer && ctx.may(payments.withdrawRefund) ? (['withdrawRefund'] as const) : []),
      ...(mayRefuse ? (['refuseRefund'] as const) : []),
    ],
  };
}

interface CardRow {
  id: number;
  settlementId: number;
  status: string;
  channel: string;
  amount: number;
  overpaid: number;
  feeAmount: number;
  feeVat: number;
}

/** What there is of a payment whose money has not come. */
const NOTHING_CAME = {
  allocations: [],
  refunds: [],
  refundRequest: null,
  refundable: { most: kopecks(0), inTime: kopecks(0) },
  waits: false,
  isStuck: false,
};

/** How the money of a payment was taken, and what of it went or may go back. */
async function whatHasCome(ctx: Ctx, row: CardRow, showsRefundable: boolean, isPayer: boolean) {
  const { id } = row;
  return {
    allocations: await ctx.db
      .selectFrom('paymentAllocations')
      .select(['no', 'principal', 'interest', 'penalty'])
      .where('paymentId', '=', id)
      .orderBy('id')
      .execute(),
    refunds: await refundsOf(ctx, id),
    refundRequest: await lastRequest(ctx, id),
    refundable: showsRefundable ? await refundableOfCard(ctx, row, isPayer) : null,
    waits: await isWaiting(ctx.db, { table: 'payments', id }),
    isStuck: ctx.may(payments.failRefund) && (await stuckRefund(ctx, id)) !== undefined,
  };
}

/** The columns of choices are held to them by the database. */
async function refundableOfCard(
  { db, day }: Ctx,
  { id, settlementId, amount, overpaid, ...row }: CardRow,
  isAsked: boolean,
) {
  const [status, channel] = [row.status as PaymentStatus, row.channel as PaymentChannel];
  const paid = { id, status, channel, amount: kopecks(amount), overpaid: kopecks(overpaid), fee: feeIn(row) };
  return refundableOf(db, await settlementNow(db, settlementId), paid, day, isAsked);
}

async function refundsOf({ db }: Ctx, paymentId: number): Promise<Card['refunds']> {
  const rows = await db
    .selectFrom('refunds')
    .select(['id', 'amount', 'overpaid', 'feeAmount', 'returned', 'reason', 'status', 'partnerSilent', 'failReason'])
    .select(['valueDate', 'createdAt', 'expensedOn'])
    .where('paymentId', '=', paymentId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as RefundStatus }));
}
