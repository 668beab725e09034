import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { type PaymentStatus, paymentMachine } from '#domain/money/payment.ts';
import { splitRefund } from '#domain/money/refund.ts';
import type { FeeWay } from '#domain/money/tariff.ts';
import { settlementMachine } from '#domain/settlements/settlement.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/values/money.ts';
import { owedTo } from '#server/modules/ledger/ledger.queries.ts';
import type { LockedSettlement } from '#server/modules/settlements/money/money.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { paidOf } from './allocations.ts';
import { refundFeeWeight } from './fee.ts';
import { feeWayOf, type Locked, lockPayment } from './locked.ts';
import { grantRequest } from './open-refund-request.ts';
import { enqueueRefunding } from './refund-jobs.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'payment.refund': { about: 'payments'; details: ProposedRefund };
  }
}

/** What is proposed to be returned, as the proposal holds it. */
interface ProposedRefund {
  amount: number;
  reason: string;
}

/**
 * How much of a payment may go back now, in kopecks: the overpaid rest always, what the debt has taken only while the
 * settlement is not closed (docs/domain.md §7.3: closed is corrected by a new document alone). Nothing of money that came
 * past the platform, and nothing while the partner is still returning a part.
 */
export async function refundableOf(
  db: Tx | Ctx['db'],
  settlement: Pick<LockedSettlement, 'status'>,
  paid: Paid,
): Promise<Kopecks> {
  if (!paymentMachine.canMove(paid.status, 'refund') || paid.channel === 'outside') return kopecks(0);
  const before = await returnedBefore(db, paid.id);
  if (before.isOpen) return kopecks(0);
  const overpaid = paid.overpaid - before.overpaid;
  const taken = paid.amount - paid.overpaid - (before.amount - before.overpaid);
  return kopecks(settlementMachine.canMove(settlement.status, 'returnMoney') ? overpaid + taken : overpaid);
}

interface Paid {
  id: number;
  status: PaymentStatus;
  channel: string;
  amount: number;
  overpaid: number;
}

/** What the refunds of a payment that have not failed come to, and whether one of them is under way. */
async function returnedBefore(db: Tx | Ctx['db'], paymentId: number) {
  const rows = await db
    .selectFrom('refunds')
    .select(['amount', 'overpaid', 'feeAmount', 'feeVat', 'status'])
    .where('paymentId', '=', paymentId)
    .where('status', '<>', 'failed')
    .execute();
  const total = (of: (row: (typeof rows)[number]) => number): Kopecks =>
    kopecks(rows.reduce((sum, row) => sum + of(row), 0));
  return {
    amount: total((row) => row.amount),
    overpaid: total((row) => row.overpaid),
    fee: { amount: total((row) => row.feeAmount), vat: total((row) => row.feeVat) },
    isOpen: rows.some(({ status }) => status !== 'succeeded'),
  };
}

/** @throws Refusal `payment.unavailable`, `move.illegal` when nothing may go back, `input.invalid` when less may */
export async function demandRefundable(
  ctx: Writing,
  settlement: LockedSettlement,
  locked: Locked,
  amount: number,
): Promise<void> {
  if (!ctx.app.payments) throw new Refusal('payment.unavailable');
  await demandWithin(ctx, settlement, locked, amount);
}

/** @throws Refusal `move.illegal` when nothing may go back, `input.invalid` when less may */
export async function demandWithin(
  ctx: Writing,
  settlement: LockedSettlement,
  locked: Locked,
  amount: number,
): Promise<void> {
  const rest = await refundableOf(ctx.db, settlement, locked);
  if (rest === 0) throw new Refusal('move.illegal', { detail: 'Вернуть по этому платежу сейчас нечего' });
  if (amount > rest) throw new Refusal('input.invalid', { fields: { amount: tooMuch(rest) } });
}

const tooMuch = (rest: Kopecks): string => `Вернуть можно не больше ${formatMoney(rest)}`;

/**
 * The second person has agreed: the refund is written down, and a job tells the partner of it under its own key, again and
 * again until he has answered. Schedule and ledger follow when the money has gone.
 * @throws Refusal `move.illegal` when meanwhile less may go back than was proposed
 */
export async function beginRefund(
  ctx: Writing,
  { objectId: paymentId, details }: Proposed<'payment.refund'>,
): Promise<void> {
  const { amount, reason } = details;
  const { settlement, locked } = await lockPayment(ctx.db, paymentId);
  const rest = await refundableOf(ctx.db, settlement, locked);
  if (amount > rest) throw new Refusal('move.illegal', { detail: tooMuch(rest) });
  const before = await returnedBefore(ctx.db, paymentId);
  const feeOn = refundFeeWeight(settlement, await paidOf(ctx.db, paymentId));
  const split = splitRefund({ ...locked, way: feeWayOf(settlement), ...(feeOn && { feeOn }) }, before, kopecks(amount));
  const { overpaid, fee } = split;
  const fromCreditor = fromCreditorOf({ amount, overpaid, feeAmount: fee.amount }, feeWayOf(settlement));
  if (fromCreditor > (await freeOf(ctx.db, settlement.legalEntityId))) {
    throw new Refusal('move.illegal', { detail: 'Деньги уже выплачены кредитору: вернуть их может только он' });
  }
  const { id: refundId } = await ctx.db
    .insertInto('refunds')
    .values({
      paymentId,
      settlementId: settlement.id,
      amount,
      overpaid: split.overpaid,
      feeAmount: split.fee.amount,
      feeVat: split.fee.vat,
      returned: split.returned,
      reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await grantRequest(ctx, paymentId, refundId, split.returned);
  await enqueueRefunding(ctx.app, ctx.db, refundId);
}

/**
 * What the ledger owes a creditor and no refund under way is going to take. Of two refunds that begin at once the second
 * sees the first.
 */
async function freeOf(tx: Tx, legalEntityId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('refunds of ' || ${legalEntityId}::bigint, 0))`.execute(tx);
  const rows = await tx
    .selectFrom('refunds as r')
    .innerJoin('settlements as s', 's.id', 'r.settlementId')
    .select(['r.amount', 'r.overpaid', 'r.feeAmount', 's.tariff'])
    .where('s.legalEntityId', '=', legalEntityId)
    .where('r.status', 'in', ['created', 'processing'])
    .execute();
  const reserved = rows.reduce((sum, row) => sum + fromCreditorOf(row, feeWayOf(row)), 0);
  return (await owedTo(tx, legalEntityId)) - reserved;
}

/** What of a refund the creditor gives: a fee withheld from him comes back to him. */
const fromCreditorOf = (
  { amount, overpaid, feeAmount }: Record<'amount' | 'overpaid' | 'feeAmount', number>,
  way: FeeWay,
) => amount - overpaid - (way === 'withheld' ? feeAmount : 0);
