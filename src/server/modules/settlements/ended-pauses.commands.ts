import { dropWaiting } from '#server/modules/life-events/life-events.commands.ts';
import { pauseOfOffer } from '#server/modules/life-events/life-events.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { notifyParty } from './notify.ts';

/** Of which settlement a pause is. */
interface Of {
  id: number;
  number: string;
  individualId: number;
  legalEntityId: number;
}

/**
 * What was proposed about an agreement is no more, by whatever: the pause that waited for its signature does not begin. Of any other
 * proposal nothing happens.
 */
export async function endPauseOf(ctx: TransitionContext, of: Of, offerId: number, why: string): Promise<void> {
  const pause = await pauseOfOffer(ctx.db, offerId);
  if (pause) await endWaiting(ctx, of, pause.id, why);
}

/** The debtor has got more than he asked for, or may agree on nothing: his question for a pause needs no answer any more. */
export async function endWaitingPause(ctx: TransitionContext, of: Of, why: string): Promise<void> {
  const pause = await waitingPause(ctx.db, of.id);
  if (pause) await endWaiting(ctx, of, pause.id, why);
}

async function endWaiting(ctx: TransitionContext, of: Of, pauseId: number, why: string): Promise<void> {
  await dropWaiting(ctx, pauseId, why);
  const notification = { event: 'settlement.life' as const, title: `${of.number}. Пауза не началась`, detail: why };
  for (const side of ['individual', 'creditor'] as const) await notifyParty(ctx.db, of, side, notification);
}

/** The pause that the debtor of an agreement has asked for and nothing has come of yet. */
export const waitingPause = (tx: Tx, settlementId: number) =>
  tx
    .selectFrom('lifeEvents')
    .select(['id', 'kind', 'months', 'offerId'])
    .where('settlementId', '=', settlementId)
    .where('status', '=', 'waiting')
    .where('side', '=', 'individual')
    .forUpdate()
    .executeTakeFirst();
