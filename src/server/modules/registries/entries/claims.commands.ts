import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { type TransitionContext, transition } from '#server/platform/state/transition.ts';
import { entryState } from '../stateful.ts';

/** Since when a claim is bargained about or agreed on, and since when nothing of it is owed. */
export interface Held {
  frozenAt: Date | null;
  settledAt: Date | null;
}

/** Nobody bargains about the claim, and nobody has paid it. */
export const isFree = ({ frozenAt, settledAt }: Held): boolean => frozenAt === null && settledAt === null;

/** @throws Refusal `entry.frozen`, `entry.settled` where it is not free */
export function demandFree({ frozenAt, settledAt }: Held): void {
  if (settledAt !== null) throw new Refusal('entry.settled');
  if (frozenAt !== null) throw new Refusal('entry.frozen');
}

/** Whether the debtor of the claim `e` has ever signed for it: an offer of his acknowledges the debt, whatever has become of it. */
export const hasSigned = sql<boolean>`exists (select from settlements t join signatures g on g.settlement_id = t.id
  where t.individual_id = e.individual_id and t.registry_entry_id = e.id and g.side = 'individual')`;

/** Its debtor asks for a settlement of a claim that he has rejected: the debt is his, so the rejection is none any more. */
export async function takeRejectionBack(ctx: TransitionContext, entryId: number, status: string): Promise<void> {
  if (status !== 'rejected_by_individual') return;
  const set = { decisionAt: sql<Date>`now()`, rejectReason: null, rejectComment: null, answerBy: null };
  await transition(ctx, entryState.full(entryId), 'accept', { set });
}
