import { Refusal } from '#contract/kernel/errors.ts';
import { formatMoney, type Kopecks, kopecks } from '#domain/money.ts';
import { type PaymentStatus, payment } from '#domain/payment.ts';
import { splitRefund } from '#domain/refund.ts';
import { settlement } from '#domain/settlement.ts';
import { owedTo } from '#server/modules/ledger/ledger.read.ts';
import type { MoneyDeal } from '#server/modules/settlements/money.acts.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { type Locked, lockPayment, wayOf } from './locked.ts';
import { enqueueRefunding } from './refund-jobs.ts';

type Writing = Ctx<Actor, Tx>;

/** What is proposed to be returned, as it lies with the proposal. */
export interface ProposedRefund {
  amount: number;
  reason: string;
}

/**
 * How much of a payment may go back now, in kopecks: the overpaid rest always, what the debt has taken only while the
 * settlement is not closed (domain rules, §7.3: closed is corrected by a new document alone). Nothing of money that came
 * past the platform, and nothing while the partner is still returning a part.
 */
export async function refundableOf(db: Tx | Ctx['db'], deal: Pick<MoneyDeal, 'status'>, paid: Paid): Promise<Kopecks> {
  if (!payment.canMove(paid.status, 'refund') || paid.channel === 'outside') return kopecks(0);
  const before = await returnedBefore(db, paid.id);
  if (before.isOpen) return kopecks(0);
  const overpaid = paid.overpaid - before.overpaid;
  const taken = paid.amount - paid.overpaid - (before.amount - before.overpaid);
  return kopecks(settlement.canMove(deal.status, 'returnMoney') ? overpaid + taken : overpaid);
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
export async function demandRefundable(ctx: Writing, deal: MoneyDeal, locked: Locked, amount: number): Promise<void> {
  if (!ctx.app.payments) throw new Refusal('payment.unavailable');
  const rest = await refundableOf(ctx.db, deal, locked);
  if (rest === 0) throw new Refusal('move.illegal', { detail: 'Вернуть по этому платежу сейчас нечего' });
  if (amount > rest) throw new Refusal('input.invalid', { fields: { amount: tooMuch(rest) } });
}

const tooMuch = (rest: Kopecks): string => `Вернуть можно не больше ${formatMoney(rest)}`;

/**
 * The second person has agreed: the refund is written down, and a job tells the partner of it under its own key, again and
 * again until he has answered. Schedule and ledger follow when the money has gone.
 * @throws Refusal `move.illegal` when meanwhile less may go back than was proposed
 */
export async function beginRefund(ctx: Writing, paymentId: number, details: unknown): Promise<void> {
  const { amount, reason } = details as ProposedRefund;
  const { deal, locked } = await lockPayment(ctx.db, paymentId);
  const rest = await refundableOf(ctx.db, deal, locked);
  if (amount > rest) throw new Refusal('move.illegal', { detail: tooMuch(rest) });
  const before = await returnedBefore(ctx.db, paymentId);
  const split = splitRefund({ ...locked, way: wayOf(deal) }, before, kopecks(amount));
  // The fee comes back to whom it was withheld from, so the creditor gives only what he has got.
  const fromCreditor = split.taken - (wayOf(deal) === 'withheld' ? split.fee.amount : 0);
  if (fromCreditor > (await owedTo(ctx.db, deal.legalEntityId))) {
    throw new Refusal('move.illegal', { detail: 'Деньги уже выплачены кредитору: вернуть их может только он' });
  }
  const { id } = await ctx.db
    .insertInto('refunds')
    .values({
      paymentId,
      settlementId: deal.id,
      amount,
      overpaid: split.overpaid,
      feeAmount: split.fee.amount,
      feeVat: split.fee.vat,
      returned: split.returned,
      reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueRefunding(ctx.app, ctx.db, id);
}
