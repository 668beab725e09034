import { type Difference, reissuedAs } from '#domain/money/reconciliation.ts';
import type { Day } from '#domain/values/days.ts';
import { endProposals } from '#server/modules/approvals/approvals.commands.ts';
import { renumberTransfer } from '#server/modules/payments/transfers.commands.ts';
import type { Named } from '#server/modules/payments/unanswered.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Statement } from '#server/platform/ports/payments.ts';
import { aboutOf, lineReference, moveDifference, undecided } from './difference-state.ts';
import { takeHeldSum } from './held-lines.ts';

/**
 * Has what is booked of a line that the statement holds no more go on under the number that the line has now, open again: a person looks at it,
 * and only what is more or less by now can be booked (docs/decisions/0195).
 * @param byReference what does not agree, by what it is known by
 * @returns the differences whose lines are in the statement under no number at all
 */
export async function followReissued(
  tx: Tx,
  day: Day,
  byReference: ReadonlyMap<string, Difference>,
  { rows }: Statement,
): Promise<ReadonlySet<number>> {
  const gone = await goneLines(tx, day, new Set(rows.map(({ id }) => id)));
  if (gone.length === 0) return new Set();
  const found = reissuedAs(gone, await freshLines(tx, byReference, rows));
  for (const [row, { line, look }] of found) {
    const set = { ...line, replacedLine: row.statementId, replacedPurpose: row.purpose, replacedAt: row.at };
    if (row.status === 'held') {
      await tx.updateTable('differences').set(set).where('id', '=', row.id).execute();
      await takeHeldSum(tx, row, look.theirs);
    } else if (row.status !== 'open') await moveDifference(tx, row.id, 'reopen', { ...set, ...look, ...undecided });
    else
      await tx
        .updateTable('differences')
        .set({ ...set, ...look })
        .where('id', '=', row.id)
        .execute();
    await endProposals(tx, { table: 'differences', id: row.id });
    await renumberTransfer(tx, row.statementId, line.statementId);
  }
  return new Set(gone.flatMap((row) => (found.has(row) ? [] : [row.id])));
}

/** What is booked of lines of a day that its statement holds no more. */
async function goneLines(tx: Tx, day: Day, there: ReadonlySet<string>) {
  const booked = await tx
    .selectFrom('differences')
    .select(['id', 'day', 'statementId', 'kind', 'status', 'theirs', 'bookedSum', 'expensedSum', 'purpose', 'at'])
    .select(['paymentId', 'refundId', 'payoutId'])
    .where('day', '=', day)
    .where('booked', 'is not', null)
    .where('reference', 'like', lineReference('%'))
    .orderBy('id')
    .forUpdate()
    .execute();
  return booked
    .flatMap(({ statementId, ...row }) =>
      statementId === null || there.has(statementId) ? [] : { ...row, statementId },
    )
    .map(({ paymentId, refundId, payoutId, ...row }) => ({
      ...row,
      amount: lastSum(row),
      // The payment that a transfer became is not what its line is about.
      about: row.kind === 'missing_here' ? null : keyOf({ paymentId, refundId, payoutId }),
    }));
}

/** What the statement had of a line last; where it is gone already what the books have of it, or what was written off of it. */
const lastSum = (row: { theirs: number | null; bookedSum: number | null; expensedSum: number }): number | null =>
  row.theirs || row.bookedSum || row.expensedSum || row.theirs;

const keyOf = ({ paymentId, refundId, payoutId }: Named): string => [paymentId, refundId, payoutId].join();

/** Lines of the statement that nobody has been told of yet. */
async function freshLines(tx: Tx, byReference: ReadonlyMap<string, Difference>, rows: Statement['rows']) {
  const references = [...byReference.keys()].filter((one) => one.startsWith(lineReference('')));
  const told = await tx
    .selectFrom('differences')
    .select('reference')
    .where('reference', '=', (any) => any.fn<string>('any', [any.val(references)]))
    .execute();
  const known = new Set(told.map(({ reference }) => reference));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return references.flatMap((reference) => {
    const { kind, line, own } = byReference.get(reference)!;
    const row = byId.get(line?.id ?? '');
    if (known.has(reference) || !row) return [];
    const { id: statementId, amount, purpose, at } = row;
    return {
      amount,
      purpose,
      about: own && keyOf(aboutOf(own)),
      line: { reference, statementId, purpose, at },
      look: { kind, theirs: amount, ours: own?.amount ?? null },
    };
  });
}
