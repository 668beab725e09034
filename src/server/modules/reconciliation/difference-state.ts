import { differenceMachine, type OwnMovement } from '#domain/money/reconciliation.ts';
import type { Named } from '#server/modules/payments/unanswered.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { stateful, transition } from '#server/platform/state/transition.ts';

/** A difference, as it is moved. */
export const differenceState = stateful(differenceMachine, { table: 'differences', column: 'status' });

/** What is kept of a difference that is open again. */
export const undecided = { decision: null, decidedBy: null, decidedAt: null };

/** Moves a difference by what a statement says: nobody has decided it. */
export const moveDifference = (
  tx: Tx,
  id: number,
  move: 'clear' | 'reopen',
  set: Record<string, unknown> = {},
): Promise<void> => transition({ db: tx, actor: null }, differenceState(id), move, { set });

/** Which payment, refund or payout of ours a movement is of. */
export const aboutOf = ({ what, about }: OwnMovement): Named => ({
  paymentId: what === 'payment' ? about : null,
  refundId: what === 'refund' ? about : null,
  payoutId: what === 'payout' || what === 'payout_return' ? about : null,
});

/** By what a line of the statement is known again that is a movement of its own. */
export const lineReference = (line: string): string => `line:${line}`;
