import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { otherSide, turnAfter } from '#domain/negotiation/negotiation.ts';
import type { NotificationEvent } from '#domain/settings/notification-event.ts';
import type { SettlementMove } from '#domain/settlements/settlement.ts';
import type { Side } from '#domain/values/machine.ts';
import { settleNotifications } from '#server/modules/notifications/notifications.commands.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { type TransitionContext, type TransitionOptions, transition } from '#server/platform/state/transition.ts';
import { endPauseOf } from '../ended-pauses.commands.ts';
import { endQuestions } from '../head-approvals.ts';
import { notifyParty } from '../notify.ts';
import { settlementState } from '../stateful.ts';
import { demandMove, isOutdated } from './demands.ts';
import { lockedState, type NegotiationState } from './negotiation-state.queries.ts';

/** Locks a settlement. An offer whose time has run out is off the table from then on, whoever looks first. */
export async function lockNegotiation(ctx: TransitionContext, id: number, now: Date): Promise<NegotiationState> {
  const negotiation = await lockedState(ctx.db, id, now);
  if (!negotiation.offer || negotiation.offer.expiresAt > now) return negotiation;
  await endOffer(ctx, negotiation, 'expired', 'Новый график не подписан в срок');
  const turn = await clearActiveOffer(ctx, negotiation, 'expireOffer');
  for (const party of ['individual', 'creditor'] as const) {
    await notifyParty(ctx.db, negotiation, party, {
      event: 'settlement.turn',
      title: `Срок предложения по ${negotiation.number} истёк`,
    });
  }
  return { ...negotiation, offer: null, turn };
}

const EVENTS = { expireOffer: 'expire', rejectOffer: 'reject', withdrawOffer: 'withdraw' } as const;

/**
 * The offer is off the table and nobody has accepted it. In a bargaining its author is to find better terms; beside an
 * agreement in force everything stays as it was. @returns whose turn it is then
 */
async function clearActiveOffer(
  ctx: TransitionContext,
  negotiation: NegotiationState,
  move: keyof typeof EVENTS,
  step: TransitionOptions<'settlements'> = {},
): Promise<Side | null> {
  const { id, offer } = negotiation;
  if (offer && offer.kind !== 'terms') {
    await clearTurn(ctx.db, id);
    return null;
  }
  const turn = offer && turnAfter(EVENTS[move], offer.side);
  // Silence counts from the end of the offer: while it lay on the table nobody was silent (docs/domain.md §10.8).
  const lastOfferAt = offer && move === 'expireOffer' ? offer.expiresAt : sql<Date>`now()`;
  const set = { turn, lastOfferAt, silenceWarned: null, ...step.set };
  await moveNegotiation(ctx, negotiation, move, { ...step, set });
  return turn;
}

/** Nothing is proposed about an agreement in force any more. */
async function clearTurn(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('settlements')
    .set((eb) => ({ turn: null, version: eb('version', '+', 1), updatedAt: sql<Date>`now()` }))
    .where('id', '=', id)
    .execute();
}

/** Moves the settlement. What a manager has asked his head about the table as it was, is over. */
export async function moveNegotiation(
  ctx: TransitionContext,
  { id }: NegotiationState,
  move: SettlementMove,
  step: TransitionOptions<'settlements'>,
): Promise<void> {
  await transition(ctx, settlementState(id), move, step);
  await endQuestions(ctx.db, id);
}

/**
 * The active offer is accepted or is no more. A pause that waited for it ends with it, and both read why.
 * @param why what the author of a rejected offer reads, and both of a pause
 * @param returned whether the platform takes it off, since nobody may sign it: then it binds its author to nothing
 */
export async function endOffer(
  ctx: TransitionContext,
  { offer, ...of }: NegotiationState,
  status: 'accepted' | 'rejected' | 'expired' | 'withdrawn' | 'superseded',
  why = 'Предложенный график больше не действует',
  returned = false,
): Promise<void> {
  if (!offer) return;
  const rejectReason = status === 'rejected' ? why : null;
  await ctx.db.updateTable('termsOffers').set({ status, rejectReason, returned }).where('id', '=', offer.id).execute();
  await settleNotifications(ctx.db, { table: 'settlements', id: of.id }, 'settlement.offer');
  if (status !== 'accepted') await endPauseOf(ctx, of, offer.id, why);
}

/** A proposal beside an agreement in force is answered as such; an offer of terms only in a bargaining. */
function demandAnswer(negotiation: NegotiationState, move: 'rejectOffer' | 'withdrawOffer'): void {
  if (negotiation.offer === null || negotiation.offer.kind === 'terms') demandMove(negotiation, move);
}

/** The active offer is of this side. @throws Refusal `move.illegal` */
function demandOfferOf({ offer }: NegotiationState, side: Side): void {
  if (offer?.side !== side) throw new Refusal('move.illegal', { detail: 'Такого предложения на столе нет' });
}

/** The side that answers says no: its author is to find better terms. */
export async function rejectOffer(
  ctx: TransitionContext,
  negotiation: NegotiationState,
  by: Side,
  reason: string,
): Promise<void> {
  demandAnswer(negotiation, 'rejectOffer');
  const author = otherSide(by);
  demandOfferOf(negotiation, author);
  await endOffer(ctx, negotiation, 'rejected', reason);
  await clearActiveOffer(ctx, negotiation, 'rejectOffer', { reason });
  await notifyParty(ctx.db, negotiation, author, {
    event: 'settlement.turn',
    title: `Условия по ${negotiation.number} отклонены`,
    detail: reason,
  });
}

/** What somebody takes off the table of his own accord: a creditor's word about it is a contact with the debtor, as his offer was (docs/decisions/0193). */
export const recalledBy = (side: Side): NotificationEvent =>
  side === 'creditor' ? 'settlement.recalled' : 'settlement.turn';

/** The author takes his offer back while nobody has accepted it. */
export async function recallOffer(ctx: TransitionContext, negotiation: NegotiationState, by: Side): Promise<void> {
  demandAnswer(negotiation, 'withdrawOffer');
  demandOfferOf(negotiation, by);
  await endOffer(ctx, negotiation, 'withdrawn', 'Кредитор отозвал новый график');
  await clearActiveOffer(ctx, negotiation, 'withdrawOffer');
  await notifyParty(ctx.db, negotiation, otherSide(by), {
    event: recalledBy(by),
    title: `Предложение по ${negotiation.number} отозвано`,
  });
}

/**
 * An offer whose text could not be read before it was signed, or is of a form that says nothing of notices, is withdrawn: what both
 * would sign is not what the platform lets people sign now.
 * @throws Error when the active offer is no such offer
 */
export async function withdrawOutdated(ctx: TransitionContext, negotiation: NegotiationState): Promise<void> {
  const { offer, number } = negotiation;
  if (!offer || !isOutdated(offer)) throw new Error('The offer is of a form of today');
  const why =
    offer.templateVersion === null
      ? 'теперь соглашение читают до подписи'
      : 'форма соглашения изменилась, в ней сказано об уведомлениях и о расторжении';
  const detail = 'Предложите условия заново: их можно прочитать целиком, как обе стороны их подпишут';
  const title = `Предложение по ${number} снято: ${why}`;
  await withdrawUnsignable(ctx, negotiation, { title, detailFor: () => detail });
}

/** What nobody may sign any more is off the table and no round; each side reads why and what it can do. @param why what is read of a pause */
export async function withdrawUnsignable(
  ctx: TransitionContext,
  negotiation: NegotiationState,
  { title, detailFor, why }: { title: string; detailFor: (side: Side) => string; why?: string },
): Promise<void> {
  await endOffer(ctx, negotiation, 'withdrawn', why, true);
  await clearActiveOffer(ctx, negotiation, 'withdrawOffer', {
    set: { roundsReturned: negotiation.roundsReturned + 1 },
  });
  const about = { table: 'settlements' as const, id: negotiation.id };
  for (const side of ['individual', 'creditor'] as const) {
    const told = {
      event: 'settlement.turn' as const,
      title,
      detail: detailFor(side),
      about,
      topic: 'settlement.silence' as const,
    };
    await notifyParty(ctx.db, negotiation, side, told);
  }
}
