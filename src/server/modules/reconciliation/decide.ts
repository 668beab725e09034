import { Refusal } from '#contract/kernel/errors.ts';
import { invoiceNumberIn, namesOtherInn } from '#domain/money/invoice.ts';
import {
  booksMoney,
  comesBack,
  type DifferenceDecision,
  type DifferenceStatus,
  decisionsFor,
  differenceMachine,
  expensedAfter,
  partsOfRest,
  restOf,
} from '#domain/money/reconciliation.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { endProposals, proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { settingsOf } from '#server/platform/settings.ts';
import { illegalIn, transition } from '#server/platform/state/transition.ts';
import { type DecideInput, invoiceOf, type LockedRow, perform, type Row, wrong } from './book-difference.ts';
import { inWords } from './decision-words.ts';
import { differenceState } from './difference-state.ts';

const isBooked = 'Деньги по этой строке уже учтены: объясните, что изменилось';
/** Of these nothing else says why. */
const needComment: readonly DifferenceDecision[] = ['expense', 'partner_error', 'explained'];

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'difference.expense': { about: 'differences'; details: { comment: string } };
    'difference.invoice': { about: 'differences'; details: { invoice: string; comment?: string | undefined } };
    'difference.rest': { about: 'differences'; details: DecideInput & { rest: number } };
  }
}

/**
 * An accountant ends a difference: some ways book money or have the partner asked, the others say why there is nothing to
 * do. Of two who decide at once one is too late. More than one person may let go is only proposed to be written off, and money is
 * only proposed to be counted to an invoice that its purpose does not name (docs/decisions/0187). So is whatever books the rest of a line that looks otherwise
 * than it was booked (docs/decisions/0190).
 * @throws Refusal `move.illegal`, `input.invalid` at the fields
 */
export async function decideDifference(ctx: Writing, id: number, told: DecideInput): Promise<void> {
  const { decision, comment } = told;
  const row = await lockUndecided(ctx, id, told);
  const sum = kopecks(Math.abs(row.theirs ?? 0));
  if (row.rest !== null && booksMoney(decision)) await proposeRest(ctx, row, told);
  else if (decision === 'expense' && sum > (await settingsOf(ctx.db)).payoutAlone) {
    const said = await inWords(ctx.db, row, told, [formatMoney(sum)]);
    await proposeApproval(ctx, 'difference.expense', { table: 'differences', id }, said, { comment: comment ?? '' });
  } else if (decision === 'invoice' && !(await isCertain(ctx.db, row, told))) {
    await proposeInvoice(ctx, row, told);
  } else await end(ctx, row, told);
}

/** Whether the purpose names the invoice and, where it names anybody's INN, that of whoever owes by it. @throws Refusal `input.invalid` */
async function isCertain(tx: Tx, { purpose }: Row, { invoice }: DecideInput): Promise<boolean> {
  if (invoiceNumberIn(purpose) !== invoice) return false;
  return !namesOtherInn(purpose, (await invoiceOf(tx, invoice)).inn);
}

/** Proposed to be counted to an invoice that nothing names for certain. @throws Refusal `input.invalid` */
async function proposeInvoice(ctx: Writing, row: LockedRow, told: DecideInput): Promise<void> {
  const { invoice = '', comment } = told;
  const said = await inWords(ctx.db, row, told, [formatMoney(kopecks(Math.abs(row.theirs ?? 0)))]);
  await proposeApproval(ctx, 'difference.invoice', { table: 'differences', id: row.id }, said, { invoice, comment });
}

/** The second person reads what the books have and what the line is now. @throws Refusal `input.invalid` */
async function proposeRest(ctx: Writing, row: LockedRow, told: DecideInput): Promise<void> {
  const { id, theirs, booked, bookedSum, rest, expensedSum } = row;
  const parts = partsOfRest(booked, rest, expensedSum);
  const said = await inWords(ctx.db, row, told, [
    `в выписке ${formatMoney(kopecks(theirs ?? 0))}`,
    `в книге ${formatMoney(kopecks(bookedSum ?? 0))}`,
    `разница ${formatMoney(kopecks(rest ?? 0))}${parts ? `: ${inParts(parts)}` : ''}`,
  ]);
  await proposeApproval(ctx, 'difference.rest', { table: 'differences', id }, said, { ...told, rest: rest ?? 0 });
}

const inParts = ({ back, fresh }: { back: number; fresh: number }): string =>
  `из расходов вернётся ${formatMoney(kopecks(back))}, учтётся ${formatMoney(kopecks(fresh))}`;

/** The second person has agreed: the rest is booked. @throws Refusal `move.illegal` when the line is another by now */
export async function restByTwo(ctx: Writing, { objectId, details }: Proposed<'difference.rest'>): Promise<void> {
  const { rest, ...told } = details;
  const row = await lockUndecided(ctx, objectId, told);
  if (row.rest !== rest) throw new Refusal('move.illegal', { detail: 'С тех пор строка выписки изменилась' });
  await end(ctx, row, told);
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
async function lockUndecided({ db }: Writing, id: number, { decision, comment }: DecideInput): Promise<LockedRow> {
  const row = await db.selectFrom('differences').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const status = row.status as DifferenceStatus;
  if (!differenceMachine.canMove(status, moveOf(decision))) throw illegalIn(differenceMachine, status);
  // The columns of choices are held to them by the database.
  const known = row as Parameters<typeof decisionsFor>[0];
  const open = decisionsFor(known);
  if (row.booked !== null && status !== 'held' && booksMoney(decision) && !open.includes(decision))
    throw new Refusal('move.illegal', { detail: isBooked });
  if (!open.includes(decision)) throw wrong('decision', 'Так это расхождение не разобрать');
  if (needComment.includes(decision) && !comment) throw wrong('comment', 'Объясните, что произошло');
  return { ...row, booked: known.booked, isHeld: status === 'held', rest: restOf(known) };
}

const moveOf = (decision: DifferenceDecision) => (decision === 'unmatched' ? 'hold' : 'decide');

async function end(ctx: Writing, row: LockedRow, told: DecideInput): Promise<void> {
  const { decision, comment } = told;
  const { rest, theirs, expensedSum } = row;
  const back = booksMoney(decision) ? comesBack(row.booked, rest ?? 0, expensedSum) : 0;
  const books = booksMoney(decision) && {
    bookedSum: theirs,
    ...(rest === null ? { booked: decision } : { expensedSum: expensedAfter(row.booked, rest, expensedSum) }),
  };
  const set = { decision, comment: comment ?? null, decidedBy: ctx.actor.accountId, decidedAt: ctx.now, ...books };
  await transition(ctx, differenceState(row.id), moveOf(decision), { set });
  const about = { table: 'differences' as const, id: row.id };
  await endProposals(ctx.db, about);
  await settleNotifications(ctx.db, about, 'difference.held', 'difference.sum');
  await perform(ctx, row, told, { rest, back });
}
