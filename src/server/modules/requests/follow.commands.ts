import type { CloseReason, FollowingMove } from '#domain/settlements/settlement.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { lockRequest, moveRequest } from './moves.ts';

/** A request repeats what happens to its settlement; nobody sets it by hand (docs/domain.md §7.2). */
export async function followSettlement(
  ctx: TransitionContext,
  requestId: number,
  move: FollowingMove,
  set: { closeReason?: CloseReason },
): Promise<void> {
  await moveRequest(ctx, await lockRequest(ctx.db, requestId), move, { set });
}
