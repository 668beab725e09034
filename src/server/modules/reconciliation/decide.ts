import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { reconciliation } from '#contract/money/reconciliation.ts';
import { invoiceNumberIn } from '#domain/money/invoice.ts';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import {
  booksMoney,
  type DifferenceDecision,
  type DifferenceStatus,
  decisionsFor,
  differenceMachine,
} from '#domain/money/reconciliation.ts';
import { type Day, formatDay, moscowDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { endProposals, proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { invoiceByNumber, takeMovement } from '#server/modules/invoices/payments.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { demandLife } from '#server/modules/life-events/life-events.queries.ts';
import { expensePayout } from '#server/modules/payments/payouts/payout-decisions.commands.ts';
import { expenseRefund } from '#server/modules/payments/refunds/refunds.commands.ts';
import { takeTransfer } from '#server/modules/payments/transfers.commands.ts';
import { askPartner } from '#server/modules/payments/unanswered.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { illegalIn, transition } from '#server/platform/state/transition.ts';
import { differenceState } from './difference-queue.ts';

type DecideInput = Input<typeof reconciliation.decide>['body'];

const wrong = (field: string, message: string): Refusal =>
  new Refusal('input.invalid', { fields: { [field]: message } });
const isBooked = 'Деньги по этой строке уже учтены: объясните, что изменилось';
/** Of these nothing else says why. */
const needComment: readonly DifferenceDecision[] = ['expense', 'partner_error', 'explained'];

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'difference.expense': { about: 'differences'; details: { comment: string } };
    'difference.invoice': { about: 'differences'; details: { invoice: string; comment?: string | undefined } };
  }
}

/**
 * An accountant ends a difference: some ways book money or have the partner asked, the others say why there is nothing to
 * do. Of two who decide at once one is too late. More than one person may let go is only proposed to be written off, and money is
 * only proposed to be counted to an invoice that its purpose does not name (docs/decisions/0187).
 * @throws Refusal `move.illegal`, `input.invalid` at the fields
 */
export async function decideDifference(ctx: Writing, id: number, told: DecideInput): Promise<void> {
  const { decision, comment } = told;
  const row = await lockUndecided(ctx, id, told);
  const sum = kopecks(Math.abs(row.theirs ?? 0));
  if (decision === 'expense' && sum > (await settingsOf(ctx.db)).payoutAlone) {
    const said = `${formatDay(row.day as Day)}, ${formatMoney(sum)}. ${comment}`;
    await proposeApproval(ctx, 'difference.expense', { table: 'differences', id }, said, { comment: comment ?? '' });
  } else if (decision === 'invoice' && invoiceNumberIn(row.purpose) !== told.invoice) {
    await proposeInvoice(ctx, row, told);
  } else await end(ctx, row, told);
}

/** The second person reads whose invoice it is, since nothing else says so. @throws Refusal `input.invalid` */
async function proposeInvoice(ctx: Writing, row: Row, { invoice = '', comment }: DecideInput): Promise<void> {
  const { number, creditor, open } = await invoiceOf(ctx.db, invoice);
  const said = [
    `${formatDay(row.day as Day)}, ${formatMoney(kopecks(Math.abs(row.theirs ?? 0)))} — к счёту ${number}`,
    `Плательщик: ${creditor}, осталось оплатить ${formatMoney(kopecks(open))}`,
    `Назначение: ${row.purpose ? `«${row.purpose}»` : 'не указано'}`,
    ...(comment ? [comment] : []),
  ].join('. ');
  await proposeApproval(ctx, 'difference.invoice', { table: 'differences', id: row.id }, said, { invoice, comment });
}

/** The second person has agreed: the money pays the invoice. @throws Refusal `move.illegal`, `input.invalid` where it was cancelled since */
export async function invoiceByTwo(ctx: Writing, { objectId, details }: Proposed<'difference.invoice'>): Promise<void> {
  const told = { decision: 'invoice', ...details } as const;
  await end(ctx, await lockUndecided(ctx, objectId, told), told);
}

/** The second person has agreed: the money is an expense. @throws Refusal `move.illegal` when the difference is none any more */
export async function expenseByTwo(ctx: Writing, { objectId, details }: Proposed<'difference.expense'>): Promise<void> {
  const told = { decision: 'expense', comment: details.comment } as const;
  await end(ctx, await lockUndecided(ctx, objectId, told), told);
}

/** The difference, locked, if it may be ended so. @throws Refusal `move.illegal`, `input.invalid` at the fields */
async function lockUndecided({ db }: Writing, id: number, { decision, comment }: DecideInput): Promise<Row> {
  const row = await db.selectFrom('differences').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const status = row.status as DifferenceStatus;
  if (!differenceMachine.canMove(status, moveOf(decision))) throw illegalIn(differenceMachine, status);
  if (row.booked !== null && status !== 'held' && booksMoney(decision))
    throw new Refusal('move.illegal', { detail: isBooked });
  // The columns of choices are held to them by the database.
  const open = decisionsFor(row as Parameters<typeof decisionsFor>[0]);
  if (!open.includes(decision)) throw wrong('decision', 'Так это расхождение не разобрать');
  if (needComment.includes(decision) && !comment) throw wrong('comment', 'Объясните, что произошло');
  return { ...row, isHeld: status === 'held' };
}

const moveOf = (decision: DifferenceDecision) => (decision === 'unmatched' ? 'hold' : 'decide');

async function end(ctx: Writing, row: Row, told: DecideInput): Promise<void> {
  const { decision, comment } = told;
  const booked = booksMoney(decision) ? { booked: decision } : {};
  const set = { decision, comment: comment ?? null, decidedBy: ctx.actor.accountId, decidedAt: ctx.now, ...booked };
  await transition(ctx, differenceState(row.id), moveOf(decision), { set });
  await endProposals(ctx.db, { table: 'differences', id: row.id });
  await perform(ctx, row, told);
}

interface Row {
  id: number;
  day: string;
  statementId: string | null;
  purpose: string | null;
  at: Date | null;
  theirs: number | null;
  paymentId: number | null;
  refundId: number | null;
  payoutId: number | null;
  /** Whether the money is in our ledger already, as nobody's. */
  isHeld: boolean;
}

async function perform(ctx: Writing, row: Row, { decision, settlement, invoice }: DecideInput): Promise<void> {
  const amount = kopecks(Math.abs(row.theirs ?? 0));
  const valueDate = row.day as Day;
  if (decision === 'ask') await askPartner(ctx.app, ctx.db, row);
  if (decision === 'unmatched') await bookEvent(ctx.db, { kind: 'received_unmatched', amount }, { valueDate });
  if (decision === 'commission') await bookGone(ctx.db, { kind: 'partner_commission', amount }, { valueDate });
  if (decision === 'expense') {
    const paymentId = row.refundId === null ? row.paymentId : await expenseRefund(ctx.db, row.refundId, valueDate);
    const rest = row.payoutId === null ? amount : await expensePayout(ctx.db, row.payoutId, valueDate, amount);
    await bookGone(ctx.db, { kind: 'expensed', amount: rest }, { valueDate, paymentId });
  }
  if (decision === 'invoice') {
    const { id: invoiceId } = await invoiceOf(ctx.db, invoice);
    await takeMovement(ctx, invoiceId, { differenceId: row.id, amount, valueDate, isHeld: row.isHeld });
  }
  if (decision === 'assign') {
    const { id: settlementId, individualId } = await agreementOf(ctx.db, settlement);
    const at = row.at ?? ctx.now;
    // Money of a day on which nobody may pay by the agreement is not counted, whichever way it has come (docs/decisions/0101).
    await demandLife(ctx.db, { individualId, settlementId }, 'stateOutside', moscowDay(at));
    const transfer = {
      settlementId,
      amount,
      statementId: row.statementId ?? '',
      at,
      isHeld: row.isHeld,
    };
    const paymentId = await takeTransfer(ctx.db, transfer);
    await ctx.db.updateTable('differences').set({ paymentId }).where('id', '=', row.id).execute();
  }
}

/** More cannot have left than has come: then something that came is not in the books yet. @throws Refusal `input.invalid` */
async function bookGone(tx: Tx, event: LedgerEvent, place: Parameters<typeof bookEvent>[2]): Promise<void> {
  try {
    await bookEvent(tx, event, place);
  } catch (error) {
    if (brokenConstraint(error) !== 'ledger_overdrawn') throw error;
    throw wrong('decision', 'По нашим книгам у партнёра меньше денег, чем ушло: сначала разберите поступления');
  }
}

/** A living invoice by its number. */
async function invoiceOf(tx: Tx, number = '') {
  const found = await invoiceByNumber(tx, number);
  if (!found) throw wrong('invoice', 'Такого счёта нет');
  if (found.status === 'cancelled') throw wrong('invoice', 'Этот счёт аннулирован');
  return found;
}

/** An agreement by its number. */
async function agreementOf(tx: Tx, number: string | undefined): Promise<{ id: number; individualId: number }> {
  const found = await tx
    .selectFrom('settlements')
    .select(['id', 'individualId'])
    .where('number', '=', number ?? '')
    .where('signedAt', 'is not', null)
    .executeTakeFirst();
  if (!found) throw wrong('settlement', 'Такого соглашения нет');
  return found;
}
