import { Refusal } from '#contract/kernel/errors.ts';
import type { Input } from '#contract/kernel/op.ts';
import type { reconciliation } from '#contract/money/reconciliation.ts';
import type { LedgerEvent } from '#domain/money/ledger.ts';
import { type DifferenceDecision, heldRest } from '#domain/money/reconciliation.ts';
import { type Day, moscowDay } from '#domain/values/days.ts';
import { type Kopecks, kopecks } from '#domain/values/money.ts';
import { invoiceByNumber, takeMovement } from '#server/modules/invoices/payments.commands.ts';
import { bookEvent } from '#server/modules/ledger/ledger.commands.ts';
import { demandLife } from '#server/modules/life-events/life-spans.queries.ts';
import { expensePayout } from '#server/modules/payments/payouts/payout-decisions.commands.ts';
import { expenseRefund } from '#server/modules/payments/refunds/refunds.commands.ts';
import { takeTransfer } from '#server/modules/payments/transfers.commands.ts';
import { askPartner } from '#server/modules/payments/unanswered.commands.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { brokenConstraint, type Tx } from '#server/platform/database/db.ts';

export type DecideInput = Input<typeof reconciliation.decide>['body'];

export const wrong = (field: string, message: string): Refusal =>
  new Refusal('input.invalid', { fields: { [field]: message } });

/** A difference that is locked. */
export interface Row {
  id: number;
  day: string;
  statementId: string | null;
  /** Its number of before, where the partner has issued it anew. */
  replacedLine: string | null;
  purpose: string | null;
  at: Date | null;
  theirs: number | null;
  /** What of it is in the books by decisions; null while nothing is, or where nobody knows how much. */
  bookedSum: number | null;
  /** How much of what it has brought is an expense by now. */
  expensedSum: number;
  paymentId: number | null;
  refundId: number | null;
  payoutId: number | null;
  /** Whether the money is in our ledger already, as nobody's. */
  isHeld: boolean;
}

/** With what of it is not in the books, where it looks otherwise than it was booked. */
export type LockedRow = Row & { booked: DifferenceDecision | null; rest: number | null };

/**
 * What a decision books and does: of a line that looks otherwise now the rest of it, below zero where it became less. What was written off of it
 * before comes back first.
 */
export async function perform(
  ctx: Writing,
  row: Row,
  told: DecideInput,
  { rest, back }: { rest: number | null; back: number },
): Promise<void> {
  const { decision } = told;
  // Also of what the statement has no sum of.
  if (decision === 'ask') return askPartner(ctx.app, ctx.db, row);
  const amount = kopecks(Math.abs((rest ?? row.theirs ?? 0) - back));
  const place = { valueDate: row.day as Day };
  await bookHeldRest(ctx.db, row);
  const returned = { kind: 'expense_returned', amount: kopecks(back) } as const;
  if (back > 0) await bookEvent(ctx.db, returned, { ...place, paymentId: row.paymentId });
  if (amount === 0) return;
  if (decision === 'unmatched') await bookEvent(ctx.db, { kind: 'received_unmatched', amount }, place);
  if (decision === 'commission') await bookGone(ctx.db, { kind: 'partner_commission', amount }, place);
  if (decision === 'expense') await bookExpense(ctx.db, row, amount, rest !== null);
  if (decision === 'invoice') {
    const { id: invoiceId } = await invoiceOf(ctx.db, told.invoice);
    const movement = { differenceId: row.id, amount, ...place, isHeld: row.isHeld, isRest: rest !== null };
    await takeMovement(ctx, invoiceId, movement);
  }
  if (decision === 'assign') await assign(ctx, row, told, { amount, isRest: rest !== null });
}

/** What has left is an expense; of a refund or a payout that had failed, whatever the partner tells of it afterwards. @throws Refusal */
async function bookExpense(tx: Tx, row: Row, amount: Kopecks, isRest: boolean): Promise<void> {
  const { refundId, payoutId } = isRest ? { refundId: null, payoutId: null } : row;
  const valueDate = row.day as Day;
  const paymentId = refundId === null ? row.paymentId : await expenseRefund(tx, refundId, valueDate);
  const gone = payoutId === null ? amount : await expensePayout(tx, payoutId, valueDate, amount);
  await bookGone(tx, { kind: 'expensed', amount: gone }, { valueDate, paymentId });
}

/** What has come becomes a payment of an agreement. @throws Refusal `input.invalid`, `move.illegal` */
async function assign(
  ctx: Writing,
  row: Row,
  { settlement }: DecideInput,
  { amount, isRest }: { amount: Kopecks; isRest: boolean },
): Promise<void> {
  const { id: settlementId, individualId } = await agreementOf(ctx.db, settlement);
  const at = row.at ?? ctx.now;
  // Money of a day on which nobody may pay by the agreement is not counted, whichever way it has come (docs/decisions/0101).
  await demandLife(ctx.db, { individualId, settlementId }, 'stateOutside', moscowDay(at));
  // One line may have come in parts, each a payment of its own.
  const statementId = isRest ? `${row.statementId}#${ctx.now.getTime()}` : (row.statementId ?? '');
  const paymentId = await takeTransfer(ctx.db, { settlementId, amount, statementId, at, isHeld: row.isHeld });
  await ctx.db.updateTable('differences').set({ paymentId }).where('id', '=', row.id).execute();
}

/** Held money is counted by the sum that its line has now. @throws Refusal `input.invalid` */
async function bookHeldRest(tx: Tx, row: Row): Promise<void> {
  const rest = row.isHeld ? heldRest({ ...row, status: 'held' }) : 0;
  const [amount, place] = [kopecks(Math.abs(rest)), { valueDate: row.day as Day }];
  if (rest > 0) await bookEvent(tx, { kind: 'received_unmatched', amount }, place);
  if (rest < 0) await bookGone(tx, { kind: 'returned_unmatched', amount }, place);
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
export async function invoiceOf(tx: Tx, number = '') {
  const found = await invoiceByNumber(tx, number);
  if (!found) throw wrong('invoice', 'Такого счёта нет');
  if (found.status === 'cancelled') throw wrong('invoice', 'Этот счёт аннулирован');
  return found;
}

/** An agreement by its number. */
export async function agreementOf(
  tx: Tx,
  number: string | undefined,
): Promise<{ id: number; number: string; individualId: number; creditor: string }> {
  const found = await tx
    .selectFrom('settlements as s')
    .innerJoin('legalEntities as le', 'le.id', 's.legalEntityId')
    .select(['s.id', 's.number', 's.individualId', 'le.shortName as creditor'])
    .where('s.number', '=', number ?? '')
    .where('s.signedAt', 'is not', null)
    .executeTakeFirst();
  if (!found) throw wrong('settlement', 'Такого соглашения нет');
  return found;
}
