import {
  type Difference,
  type DifferenceStatus,
  differenceMachine,
  isMovementApart,
  type MatchedMovement,
  type OwnMovement,
} from '#domain/money/reconciliation.ts';
import type { Day } from '#domain/values/days.ts';
import { endProposals } from '#server/modules/approvals/approvals.commands.ts';
import type { Named } from '#server/modules/payments/unanswered.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Statement } from '#server/platform/ports/payments.ts';
import { stateful, transition } from '#server/platform/state/transition.ts';

/** A difference, as it is moved. */
export const differenceState = stateful(differenceMachine, { table: 'differences', column: 'status' });

interface ComparedDay {
  matched: readonly MatchedMovement[];
  differences: readonly Difference[];
  statement: Statement;
}

/** By what a difference is known again: our payment, refund or payout, or the movement of the statement where it is one of its own. */
function referenceOf({ kind, line, own }: Difference): string {
  const isOurs = own !== null && kind !== 'repeated' && (line === null || !isMovementApart(line, own));
  return isOurs ? ownReference(own) : `line:${line!.id}`;
}
const ownReference = ({ what, id }: OwnMovement): string => `${what}:${id}`;

/** Which payment, refund or payout of ours a movement is of. */
export const aboutOf = ({ what, about }: OwnMovement): Named => ({
  paymentId: what === 'payment' ? about : null,
  refundId: what === 'refund' ? about : null,
  payoutId: what === 'payout' || what === 'payout_return' ? about : null,
});

const moveDifference = (tx: Tx, id: number, move: 'clear' | 'reopen', set: Record<string, unknown> = {}) =>
  transition({ db: tx, actor: null }, differenceState(id), move, { set });

/**
 * Brings the queue up to date after a day was compared: what is new is added, what was told before stays as it was decided
 * unless it looks otherwise now, what agrees by now leaves the queue.
 */
export async function updateDifferences(
  tx: Tx,
  day: Day,
  { matched, differences, statement }: ComparedDay,
): Promise<void> {
  const byReference = new Map(differences.map((one) => [referenceOf(one), one]));
  const agreed = new Set(matched.map(({ own }) => ownReference(own)));
  const known = await tx
    .selectFrom('differences')
    .select(['id', 'reference', 'day', 'kind', 'theirs', 'ours', 'status'])
    .where((eb) =>
      eb.or([
        eb('reference', '=', (any) => any.fn<string>('any', [any.val([...byReference.keys(), ...agreed])])),
        eb.and([eb('day', '=', day), eb('status', '=', 'open')]),
      ]),
    )
    .forUpdate()
    .execute();
  for (const row of known) {
    const now = byReference.get(row.reference);
    byReference.delete(row.reference);
    const status = row.status as DifferenceStatus;
    if (!now) {
      if (status === 'open') {
        await moveDifference(tx, row.id, 'clear');
        await endProposals(tx, { table: 'differences', id: row.id });
      }
      continue;
    }
    // Held money is booked: whatever the statement says now, only an accountant ends that.
    if (status === 'held') continue;
    const fresh = { kind: now.kind, theirs: now.line?.amount ?? null, ours: now.own?.amount ?? null };
    const isSame = fresh.kind === row.kind && fresh.theirs === row.theirs && fresh.ours === row.ours;
    if (status === 'cleared' || (status === 'decided' && !isSame)) {
      await moveDifference(tx, row.id, 'reopen', { ...fresh, decision: null, decidedBy: null, decidedAt: null });
    } else if (!isSame) {
      await tx.updateTable('differences').set(fresh).where('id', '=', row.id).execute();
      // Whoever decides as the second has read another sum.
      await endProposals(tx, { table: 'differences', id: row.id });
    }
  }
  await addDifferences(tx, day, byReference, statement);
}

async function addDifferences(
  tx: Tx,
  day: Day,
  fresh: ReadonlyMap<string, Difference>,
  { rows }: Statement,
): Promise<void> {
  if (fresh.size === 0) return;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const values = [...fresh].map(([reference, { kind, line, own }]) => {
    const movement = line && byId.get(line.id);
    return {
      reference,
      day,
      kind,
      statementId: line?.id ?? null,
      movement: line?.kind ?? null,
      purpose: movement?.purpose ?? null,
      at: movement?.at ?? null,
      ...(own ? aboutOf(own) : {}),
      theirs: line?.amount ?? null,
      ours: own?.amount ?? null,
    };
  });
  await tx.insertInto('differences').values(values).execute();
}
