import {
  type Difference,
  isInBooks,
  isMovementApart,
  type MatchedMovement,
  type OwnMovement,
} from '#domain/money/reconciliation.ts';
import type { Day } from '#domain/values/days.ts';
import { endProposals } from '#server/modules/approvals/approvals.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Statement } from '#server/platform/ports/payments.ts';
import { aboutOf, lineReference, moveDifference, undecided } from './difference-state.ts';
import { takeHeldSum } from './held-lines.ts';
import { followReissued } from './reissued-lines.ts';

interface ComparedDay {
  matched: readonly MatchedMovement[];
  differences: readonly Difference[];
  statement: Statement;
}

/** By what a difference is known again: our payment, refund or payout, or the movement of the statement where it is one of its own. */
function referenceOf({ kind, line, own }: Difference): string {
  const isOurs = own !== null && kind !== 'repeated' && (line === null || !isMovementApart(line, own));
  return isOurs ? ownReference(own) : lineReference(line!.id);
}
const ownReference = ({ what, id }: OwnMovement): string => `${what}:${id}`;

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
  const gone = await followReissued(tx, day, byReference, statement);
  const agreed = new Set(matched.map(({ own }) => ownReference(own)));
  const known = await tx
    .selectFrom('differences')
    .select(['id', 'reference', 'day', 'kind', 'theirs', 'ours', 'status', 'booked', 'bookedSum', 'replacedLine'])
    .where((eb) =>
      eb.or([
        eb('reference', '=', (any) => any.fn<string>('any', [any.val([...byReference.keys(), ...agreed])])),
        eb.and([eb('day', '=', day), eb('status', '=', 'open')]),
        eb('id', '=', (any) => any.fn<number>('any', [any.val([...gone])])),
      ]),
    )
    .forUpdate()
    .execute();
  for (const row of known) {
    const now = byReference.get(row.reference);
    byReference.delete(row.reference);
    // Held money is booked: whatever the statement says now, only an accountant ends that.
    if (row.status === 'held') await takeHeldSum(tx, row, now?.line?.amount ?? 0);
    else if (now)
      await lookNow(tx, row, { kind: now.kind, theirs: now.line?.amount ?? null, ours: now.own?.amount ?? null });
    else if (gone.has(row.id))
      await lookNow(tx, row, { kind: row.kind as Difference['kind'], theirs: 0, ours: row.ours });
    else if (row.status === 'open') await clearDifference(tx, row.id);
  }
  await addDifferences(tx, day, byReference, statement);
}

async function clearDifference(tx: Tx, id: number, set: Record<string, unknown> = {}): Promise<void> {
  await moveDifference(tx, id, 'clear', set);
  await endProposals(tx, { table: 'differences', id });
}

/** How a difference looks, and how it looked before. */
interface Look {
  kind: Difference['kind'];
  theirs: number | null;
  ours: number | null;
}
interface KnownRow extends Omit<Look, 'kind'> {
  kind: string;
  id: number;
  status: string;
  booked: string | null;
  bookedSum: number | null;
  replacedLine: string | null;
}

/** What looks otherwise is open again, unless the books have it just so. */
async function lookNow(tx: Tx, row: KnownRow, fresh: Look): Promise<void> {
  const isSame = fresh.kind === row.kind && fresh.theirs === row.theirs && fresh.ours === row.ours;
  const isBooked = row.replacedLine === null && isInBooks({ ...fresh, bookedSum: row.bookedSum });
  if (isBooked && row.status === 'open') return clearDifference(tx, row.id, { ...fresh });
  if ((row.status === 'cleared' && !isBooked) || (row.status === 'decided' && !isSame && !isBooked)) {
    await moveDifference(tx, row.id, 'reopen', { ...fresh, ...undecided });
  } else if (!isSame) {
    await tx
      .updateTable('differences')
      .set({ ...fresh })
      .where('id', '=', row.id)
      .execute();
    // Whoever decides as the second has read another sum.
    await endProposals(tx, { table: 'differences', id: row.id });
  }
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
