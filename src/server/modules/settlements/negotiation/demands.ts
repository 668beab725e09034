import { Refusal } from '#contract/kernel/errors.ts';
import { OLDEST_OPEN_FORM } from '#domain/documents/agreement-template.ts';
import { OLDEST_OPEN_CHANGE } from '#domain/documents/change-words.ts';
import type { OfferKind } from '#domain/negotiation/terms-offer.ts';
import { AGREEING } from '#domain/negotiation/verified-parties.ts';
import { refusalWords } from '#domain/parties/life-moves.ts';
import { type SettlementMove, settlementMachine } from '#domain/settlements/settlement.ts';
import type { Side } from '#domain/values/machine.ts';
import { illegalIn } from '#server/platform/state/transition.ts';
import type { ActiveOffer, NegotiationState } from './negotiation-state.queries.ts';

/**
 * Whether the move is open in the settlement's status, nothing in the debtor's life forbids it, and, where it is to agree on something new,
 * both are verified. @throws Refusal `move.illegal`
 */
export function demandMove(negotiation: NegotiationState, move: SettlementMove): void {
  demandRightOf(negotiation, move);
  if (AGREEING.has(move)) demandVerified(negotiation);
}

/** The same of what the law gives a debtor of an agreement in force: he needs nobody's word for it. @throws Refusal `move.illegal` */
export function demandRightOf({ status, stopped }: NegotiationState, move: SettlementMove): void {
  if (!settlementMachine.canMove(status, move)) throw illegalIn(settlementMachine, status);
  if (stopped === null || !AGREEING.has(move)) return;
  throw new Refusal('move.illegal', { detail: refusalWords(stopped, 'agree') });
}

/** Nothing new is signed with somebody nobody vouches for. @throws Refusal `move.illegal`, which says who does what */
export function demandVerified({ unverified }: Pick<NegotiationState, 'unverified'>): void {
  if (unverified !== null) throw new Refusal('move.illegal', { detail: unverified });
}

/** The first form of each kind of offer by which something is concluded today. */
export const OLDEST_OPEN: Readonly<Record<OfferKind, number>> = { terms: OLDEST_OPEN_FORM, ...OLDEST_OPEN_CHANGE };

/** Whether an offer is of a form by which nothing is concluded any more, or comes from before there were any. */
export const isOutdated = ({ kind, templateVersion }: Pick<ActiveOffer, 'kind' | 'templateVersion'>): boolean =>
  (templateVersion ?? 0) < OLDEST_OPEN[kind];

/** What the other side has put on the table, the very one that was seen. @throws Refusal `offer.own`, `offer.replaced` */
export function theirOffer(
  { offer }: NegotiationState,
  side: Side,
  termsHash: string,
): NonNullable<NegotiationState['offer']> {
  if (!offer || offer.termsHash !== termsHash) throw new Refusal('offer.replaced');
  if (offer.side === side) throw new Refusal('offer.own');
  return offer;
}
