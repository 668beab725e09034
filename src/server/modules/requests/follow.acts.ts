import type { CloseReason, FollowingMove } from '#domain/settlements/settlement.ts';
import type { Mover } from '#server/platform/state/advance.ts';
import { lockCase, moveCase } from './moves.ts';

/** A request repeats what happens to its settlement; nobody sets it by hand (docs/domain.md §7.2). */
export async function followSettlement(
  mover: Mover,
  requestId: number,
  move: FollowingMove,
  set: { closeReason?: CloseReason },
): Promise<void> {
  await moveCase(mover, await lockCase(mover.db, requestId), move, { set });
}
