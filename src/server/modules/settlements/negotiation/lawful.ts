import { Refusal } from '#contract/kernel/errors.ts';
import { feeOnTop } from '#domain/money/tariff.ts';
import { currentPenalty, isHarsher } from '#domain/settlements/penalty.ts';
import { type Objection, priceObjections } from '#domain/settlements/price/offer-price.ts';
import type { Day } from '#domain/values/days.ts';
import type { ActiveOffer, NegotiationState } from './negotiation-state.queries.ts';

type Terms = Pick<ActiveOffer, 'plan' | 'rows' | 'fee' | 'penalty'>;
/** A bargaining, by what the law judges its terms. */
type Judged = Pick<NegotiationState, 'grounds' | 'claimed' | 'rates' | 'consumer'>;

/** Whoever accepts reads it: the terms are the other side's, who offers anew when they are rejected. */
export const unsignable =
  'подписать эти условия нельзя. Предложите свои или отклоните эти, чтобы другая сторона предложила новые';

/** Why nobody may sign terms: what both sides read, and what their author can do about it. */
export interface Obstacle {
  why: string;
  /** Goes on after the reason; empty where there is nothing but to offer anew. */
  advice: string;
  /** Whether it stays until other terms are offered: what is not known yet may turn out right. */
  lasts: boolean;
  /** What whoever accepts is told. */
  refusal: Refusal;
}

/** What the law allows is asked on the day of the agreement, too. @throws Refusal the first of `lawObstacles` */
export const demandLawful = (negotiation: Judged, terms: Terms, day: Day): void =>
  demandNone(lawObstacles(negotiation, terms, day));

/**
 * Why the law lets nobody sign terms on a day: an offer may be older than a ceiling of its price or of its penalty, and its first payment
 * may have passed. They refuse by `offer.replaced` where the first payment has passed or the penalty is too high, by `move.illegal` in the
 * words of the law.
 */
export function lawObstacles(negotiation: Judged, terms: Terms, day: Day): Obstacle[] {
  const { grounds, claimed, rates } = negotiation;
  const { plan, rows, fee } = terms;
  const late = lateObstacles(rows, day);
  // What would have been paid before it is signed has no price.
  if (late.length > 0) return late;
  return [
    ...penaltyObstacles(negotiation, terms, day),
    ...priceObjections(plan, rows, grounds, { today: day, rates, fee: feeOnTop(fee), claimed }).map(priceObstacle),
  ];
}

/** @throws Refusal that of the first obstacle */
export function demandNone([first]: readonly Obstacle[]): void {
  if (first) throw first.refusal;
}

/** The ceiling of a penalty may have come after the offer (docs/decisions/0129). */
export const penaltyObstacles = (
  negotiation: Judged,
  { plan, penalty }: Pick<Terms, 'plan' | 'penalty'>,
  day: Day,
): Obstacle[] =>
  isHarsher(penalty, currentPenalty({ ...negotiation, penalty }, plan, day))
    ? [outdated('Неустойка в этих условиях выше предела закона')]
    : [];

/** The rule that the text names acts no more: whoever has published it has left, or lost his right (docs/decisions/0163). */
export const ruleObstacles = (
  { endsByRule }: Pick<NegotiationState, 'endsByRule'>,
  { breachByRule }: Pick<ActiveOffer, 'breachByRule'>,
): Obstacle[] =>
  breachByRule && !endsByRule
    ? [outdated('В тексте названо правило кредитора о расторжении, а оно больше не действует')]
    : [];

/** Nobody signs a schedule whose first payment is late already. */
export const lateObstacles = ([first]: Terms['rows'], day: Day): Obstacle[] =>
  first && first.plannedDate < day ? [outdated('Срок первого платежа уже прошёл')] : [];

/** What of the price of terms is in the way of signing them. */
export const priceObstacle = ({ why, advice, standing }: Objection): Obstacle => ({
  why,
  advice,
  lasts: standing !== 'unknown',
  refusal: new Refusal('move.illegal', { detail: `${why}${advice}` }),
});

/** What has come since the terms were offered. */
export const outdated = (why: string): Obstacle => ({
  why,
  advice: '',
  lasts: true,
  refusal: new Refusal('offer.replaced', { detail: `${why}: ${unsignable}` }),
});
