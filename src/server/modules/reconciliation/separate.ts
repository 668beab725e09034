import { Refusal } from '#contract/kernel/errors.ts';
import { canSeparate, type DifferenceStatus } from '#domain/money/reconciliation.ts';
import { type Day, formatDay } from '#domain/values/days.ts';
import { formatMoney, kopecks } from '#domain/values/money.ts';
import { endProposals, proposeApproval } from '#server/modules/approvals/approvals.commands.ts';
import { renumberTransfer } from '#server/modules/payments/transfers.commands.ts';
import type { Proposed } from '#server/platform/approvals.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { lineReference, moveDifference, undecided } from './difference-state.ts';

declare module '#server/platform/approvals.ts' {
  interface ApprovalKinds {
    'difference.separate': { about: 'differences'; details: { line: string; replacedLine: string } };
  }
}

/**
 * One person holds that a line and the one that it was taken for are two movements, another decides: the later one can then be booked, though the
 * books may have its money already (docs/decisions/0201).
 * @throws Refusal `move.illegal` where nothing was taken for another, or the one of before is in the statement again
 */
export async function proposeSeparation(ctx: Writing, id: number, comment: string): Promise<void> {
  const { day, purpose, theirs, inBooks, line, replacedLine } = await lockPair(ctx.db, id);
  const sum = (amount: number | null) => formatMoney(kopecks(amount ?? 0));
  const said = [
    `Строка выписки за ${formatDay(day as Day)}, № ${line}, ${sum(theirs)}`,
    `Назначение: ${purpose ? `«${purpose}»` : 'не указано'}`,
    `Её приняли за строку № ${replacedLine}, по которой учтено ${sum(inBooks)}. Станет новой строкой, её деньги можно будет учесть`,
    comment,
  ].join('. ');
  await proposeApproval(ctx, 'difference.separate', { table: 'differences', id }, said, { line, replacedLine });
}

/**
 * The second person has agreed: what is in the books stays with the line of before, which the statement holds no more; the later line is nobody's yet.
 * Nothing is booked by that.
 * @throws Refusal `move.illegal` when the line is another by now
 */
export async function separateByTwo(
  { db }: Writing,
  { objectId: id, details }: Proposed<'difference.separate'>,
): Promise<void> {
  const row = await lockPair(db, id);
  if (row.line !== details.line || row.replacedLine !== details.replacedLine)
    throw new Refusal('move.illegal', { detail: 'С тех пор строка выписки изменилась' });
  const { day, kind, movement, purpose, at, theirs, ours, reference, line, replacedLine, status } = row;
  const isHeld = status === 'held';
  const former = {
    reference: lineReference(replacedLine),
    statementId: replacedLine,
    // What was replaced before this was kept has the words of its successor.
    ...(row.replacedAt && { purpose: row.replacedPurpose, at: row.replacedAt }),
    replacedLine: null,
    replacedPurpose: null,
    replacedAt: null,
    // Of what waits for whose it is as much waits on as the books have.
    theirs: isHeld ? row.inBooks : 0,
  };
  if (isHeld || status === 'open') await db.updateTable('differences').set(former).where('id', '=', id).execute();
  else await moveDifference(db, id, 'reopen', { ...former, ...undecided });
  await endProposals(db, { table: 'differences', id });
  await renumberTransfer(db, line, replacedLine);
  const { paymentId, refundId, payoutId } = row;
  // The payment that a transfer became is not what the later line is about.
  const about = kind === 'missing_here' ? {} : { paymentId, refundId, payoutId };
  const later = { day, kind, movement, purpose, at, theirs, ours, reference, statementId: line };
  await db
    .insertInto('differences')
    .values({ ...later, ...about })
    .execute();
}

/** A difference whose line was taken for another one, locked. @throws Refusal `move.illegal` */
async function lockPair(tx: Tx, id: number) {
  const row = await tx.selectFrom('differences').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const { statementId: line, replacedLine } = row;
  if (line === null || replacedLine === null || !canSeparate(row))
    throw new Refusal('move.illegal', { detail: isNoPair });
  const again = await tx
    .selectFrom('differences')
    .select('id')
    .where('reference', '=', lineReference(replacedLine))
    .executeTakeFirst();
  if (again) throw new Refusal('move.illegal', { detail: isThereAgain });
  // Of what was held before the books' sum was kept they have all that its line has had.
  const inBooks = row.bookedSum ?? (row.status === 'held' ? row.theirs : null);
  return { ...row, status: row.status as DifferenceStatus, line, replacedLine, inBooks };
}

const isNoPair = 'Эту строку не принимали за другую, или в выписке её больше нет';
const isThereAgain = 'Прежняя строка снова есть в выписке отдельно: разберите её';
