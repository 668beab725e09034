import type { FeeWay } from '#domain/money/fee-kinds.ts';
import { type PaymentChannel, type PaymentMove, type PaymentStatus, paymentMachine } from '#domain/money/payment.ts';
import { type Fee, feeWay } from '#domain/money/tariff.ts';
import type { Day } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import { type LockedSettlement, lockSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import {
  stateful,
  type TransitionContext,
  type TransitionOptions,
  transition,
} from '#server/platform/state/transition.ts';

const paymentState = stateful(paymentMachine, { table: 'payments', column: 'status' });

/** A payment whose row is locked. */
export interface Locked {
  id: number;
  settlementId: number;
  status: PaymentStatus;
  channel: PaymentChannel;
  amount: Kopecks;
  overpaid: Kopecks;
  refundedAmount: Kopecks;
  fee: Fee;
  number: string;
  /** Who has stated a payment past the platform, and the day he has named. */
  statedBy: string | null;
  paidOn: Day | null;
  createdAt: Date;
}

/** The settlement is locked before its payment, by everybody. */
export async function lockPayment(tx: Tx, id: number): Promise<{ settlement: LockedSettlement; locked: Locked }> {
  const { settlementId } = await tx
    .selectFrom('payments')
    .select('settlementId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const settlement = await lockSettlement(tx, settlementId);
  const row = await tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  return {
    settlement,
    locked: {
      ...row,
      status: row.status as PaymentStatus,
      channel: row.channel as PaymentChannel,
      paidOn: row.paidOn as Day | null,
      amount: kopecks(row.amount),
      overpaid: kopecks(row.overpaid),
      refundedAmount: kopecks(row.refundedAmount),
      fee: feeIn(row),
    },
  };
}

/** The fee as the row of a payment or of a refund keeps it. */
export const feeIn = ({ feeAmount, feeVat }: { feeAmount: number; feeVat: number }): Fee => ({
  amount: kopecks(feeAmount),
  vat: kopecks(feeVat),
});

/** The payments of a settlement that have not come to their end. */
export const openPayments = (tx: Tx, settlementId: number) =>
  tx.selectFrom('payments').where('settlementId', '=', settlementId).where('status', 'in', ['created', 'processing']);

/** Makes a move of a payment, which answers what was asked of it. @throws Refusal as `transition` does */
export async function movePayment(
  ctx: TransitionContext,
  id: number,
  move: PaymentMove,
  step: TransitionOptions<'payments'>,
): Promise<void> {
  await transition(ctx, paymentState(id), move, step);
  await settleNotifications(ctx.db, { table: 'payments', id }, 'payment.stated');
}

/** How the fee of a settlement is collected. Without a tariff there is no fee, and the answer changes nothing. */
export const feeWayOf = ({ tariff }: Pick<LockedSettlement, 'tariff'>): FeeWay =>
  tariff ? feeWay(tariff) : 'withheld';

/** Whose settlement an event of the ledger is about. */
export const partiesOf = ({ id: settlementId, legalEntityId, individualId }: LockedSettlement) => ({
  settlementId,
  legalEntityId,
  individualId,
});
