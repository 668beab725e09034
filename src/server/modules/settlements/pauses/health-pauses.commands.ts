import { isOfHealth, type LifeEventKind } from '#domain/parties/life-event.ts';
import { pauseOfOffer } from '#server/modules/life-events/life-events.queries.ts';
import type { App } from '#server/platform/app.ts';
import type { TransitionContext } from '#server/platform/state/transition.ts';
import { dropWithTurn } from '../agreement/life-events.commands.ts';
import { endWaitingPause } from '../ended-pauses.commands.ts';
import { settlementLetters } from '../letters.ts';
import { writeToSides } from '../letters-to-sides.ts';
import { lockNegotiation } from '../negotiation/negotiation.ts';

/** Both read it: nothing of an illness is said to whoever looks over a shoulder. */
const why =
  'Заёмщик отозвал согласие на данные о здоровье. Просьба о паузе закрыта, её документ кредитору больше не открыт';

/**
 * A pause by illness stands on a paper that nobody may be shown any more: one that waits for an answer or a signature is closed as one
 * that has not begun, and both read why. One that both have signed goes on (docs/decisions/0152).
 */
export async function endHealthPauses(
  ctx: TransitionContext & { app: App; now: Date },
  { individualId }: { individualId: number },
): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('lifeEvents')
    .select(['settlementId', 'kind'])
    .where('individualId', '=', individualId)
    .where('side', '=', 'individual')
    .where('status', '=', 'waiting')
    .where('settlementId', 'is not', null)
    .orderBy('settlementId')
    .execute();
  for (const { settlementId, kind } of waiting) {
    if (isOfHealth(kind as LifeEventKind)) await endIn(ctx, settlementId!);
  }
}

async function endIn(ctx: TransitionContext & { app: App; now: Date }, id: number): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  const { offer } = negotiation;
  if (offer && (await pauseOfOffer(ctx.db, offer.id))) await dropWithTurn(ctx, negotiation, why);
  await endWaitingPause(ctx, negotiation, why);
  await writeToSides(ctx, negotiation, settlementLetters.pauseNews, false);
}
