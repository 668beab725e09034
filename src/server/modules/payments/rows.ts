import { type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import type { Input } from '#contract/kernel/op.ts';
import type { PaymentRow, payments } from '#contract/money/payments.ts';
import { type PaymentChannel, type PaymentStatus, paymentMachine } from '#domain/money/payment.ts';
import { refundableNow } from '#domain/money/refund.ts';
import { type SettlementStatus, settlementMachine } from '#domain/settlements/settlement.ts';
import type { Side } from '#domain/values/machine.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import { goneBesides, payerAmount } from './refunds/gone-besides.ts';

type ListFilter = Pick<Input<typeof payments.list>['query'], 'filter' | 'q'>;
type Row = z.input<typeof PaymentRow>;

/**
 * By the id, with which all indexes of payments end: it is given as a payment is made, so it says when. The demonstration tells its stories one
 * after another, so there alone the days are not in this order.
 */
export const paymentOrders = { createdAt: { columns: ['p.id'], direction: -1 } } as const;

const settlementNumber = sql<string>`(select s.number from settlements s where s.id = p.settlement_id)`;

/** What the payer asks to have back, until he is answered. */
const refundAsked = sql<
  number | null
>`(select r.amount from refund_requests r where r.payment_id = p.id and r.status = 'asked')`;

/** What the refunds of a payment that have not failed come to. */
const refundsSum = (column: 'amount' | 'overpaid') =>
  sql<number>`coalesce((select sum(r.${sql.ref(column)}) from refunds r
    where r.payment_id = p.id and r.status <> 'failed'), 0)::bigint`;
const isReturning = sql<boolean>`exists (select from refunds r
  where r.payment_id = p.id and r.status in ('created', 'processing'))`;

/** The payments within reach as searched and filtered. */
export function findPayments(ctx: Ctx, { filter, q }: ListFilter) {
  let rows = ctx.db.selectFrom('payments as p').where(ctx.within('payment', 'p'));
  if (filter?.status) rows = rows.where('p.status', 'in', filter.status);
  if (filter?.channel) rows = rows.where('p.channel', 'in', filter.channel);
  if (filter?.settlementId !== undefined) rows = rows.where('p.settlementId', '=', filter.settlementId);
  if (filter?.legalEntityId !== undefined) rows = rows.where('p.legalEntityId', '=', filter.legalEntityId);
  if (filter?.individualId !== undefined) rows = rows.where('p.individualId', '=', filter.individualId);
  if (filter?.refundAsked !== undefined) {
    rows = rows.where(sql<SqlBool>`(${refundAsked} is not null) = ${filter.refundAsked}`);
  }
  if (q) {
    // Settlements know by whom and about what they are.
    rows = rows.where(
      sql<SqlBool>`(${textHolds(sql.ref('p.number'), q)} or p.settlement_id in (select id from settlements where ${indexedColumnHolds('search', q)}))`,
    );
  }
  return rows;
}

const hasProof = sql<boolean>`exists (select from owned_files o where o.payment_id = p.id and o.deleted_at is null)`.as(
  'hasProof',
);

const isAutomatic = sql<boolean>`exists (select from autopayment_attempts t where t.payment_id = p.id)`.as(
  'isAutomatic',
);

export const paymentColumns = [
  'p.id',
  'p.number',
  'p.settlementId',
  settlementNumber.as('settlement'),
  'p.individualId',
  sql<string>`(select concat_ws(' ', i.last_name, i.first_name, i.middle_name) from individuals i where i.id = p.individual_id)`.as(
    'debtor',
  ),
  'p.legalEntityId',
  sql<string>`(select le.short_name from legal_entities le where le.id = p.legal_entity_id)`.as('creditor'),
  'p.channel',
  'p.amount',
  'p.feeAmount',
  payerAmount.as('payerAmount'),
  'p.status',
  'p.overpaid',
  'p.refundedAmount',
  refundAsked.as('refundAsked'),
  'p.failReason',
  'p.statedBy',
  'p.paidOn',
  'p.comment',
  hasProof,
  isAutomatic,
  sql<boolean>`(p.status = 'cancelled' and p.partner_silent)`.as('mayStillCome'),
  'p.valueDate',
  'p.succeededAt',
  'p.reconciledAt',
  'p.createdAt',
] as const;

/** By which it is told whether some of a payment may go back. */
export const refundColumns = [
  refundsSum('amount').as('returned'),
  refundsSum('overpaid').as('returnedOverpaid'),
  goneBesides,
  isReturning.as('isReturning'),
  sql<boolean>`(select coalesce(sum(b.credit - b.debit), 0) <= 0 from ledger_balances b
    where b.account = '2010' and b.holder_id = p.legal_entity_id)`.as('isPaidOut'),
  sql<string>`(select s.status from settlements s where s.id = p.settlement_id)`.as('settlementStatus'),
] as const;

type SelectedRow = Omit<Row, 'status' | 'channel' | 'statedBy' | 'isRefundable'> & {
  status: string;
  channel: string;
  statedBy: string | null;
  returned: number;
  returnedOverpaid: number;
  gone: number;
  isReturning: boolean;
  isPaidOut: boolean;
  settlementStatus: string;
};

/** The columns of choices are held to them by the database. */
export function shownPayment<R extends SelectedRow>(row: R, { actor }: Pick<Ctx, 'actor'>) {
  const [status, channel] = [row.status as PaymentStatus, row.channel as PaymentChannel];
  const isRunning = settlementMachine.canMove(row.settlementStatus as SettlementStatus, 'returnMoney');
  const { overpaid, fromDebt } = refundableNow({
    ...row,
    status,
    channel,
    isRunning,
    // Its payer may ask all the same.
    isPaidOut: row.isPaidOut && actor?.kind !== 'individual',
  });
  // An order to take money is between the payer and the platform.
  const isAutomatic = row.isAutomatic && actor?.kind !== 'employee';
  return {
    ...row,
    status,
    channel,
    isAutomatic,
    mayStillCome: row.mayStillCome && isAutomatic,
    isRefundable: overpaid + fromDebt > 0,
    statedBy: row.statedBy as Side | null,
  };
}

export const paymentList = defineList({
  rows: findPayments,
  columns: (rows) => rows.select(paymentColumns).select(refundColumns),
  orders: paymentOrders,
  shown: (row, ctx) => shownPayment(row, ctx),
  states: { filter: 'status', of: paymentMachine.statuses, by: 'p.status' },
});
