import { Refusal } from '#contract/kernel/errors.ts';
import { feeOnTop } from '#domain/money/tariff.ts';
import { currentPenalty, isHarsher } from '#domain/settlements/penalty.ts';
import { priceProblems } from '#domain/settlements/price/offer-price.ts';
import type { Day } from '#domain/values/days.ts';
import type { ActiveOffer, NegotiationState } from './negotiation.ts';

type Terms = Pick<ActiveOffer, 'plan' | 'rows' | 'fee' | 'penalty'>;
/** A bargaining, by what the law judges its terms. */
type Judged = Pick<NegotiationState, 'grounds' | 'rates' | 'consumer'>;

/** Whoever accepts reads it: the terms are the other side's, who offers anew when they are rejected. */
export const unsignable =
  'подписать эти условия нельзя. Предложите свои или отклоните эти, чтобы другая сторона предложила новые';

/**
 * What the law allows is asked on the day of the agreement, too: an offer may be older than a ceiling of its price or of its penalty, and
 * its first payment may have passed.
 * @throws Refusal `offer.replaced` where the first payment has passed or the penalty is too high, `move.illegal` in the words of the law
 */
export function demandLawful(negotiation: Judged, terms: Terms, day: Day): void {
  const { grounds, rates } = negotiation;
  const { plan, rows, fee } = terms;
  demandToCome(rows, day);
  demandLawfulPenalty(negotiation, terms, day);
  const [problem] = priceProblems(plan, rows, grounds, { today: day, rates, fee: feeOnTop(fee) });
  if (problem) throw new Refusal('move.illegal', { detail: problem.message });
}

/** Why the law lets nobody sign terms on a day any more, without its full stop; null when it does. */
export function lawProblem(negotiation: Judged, terms: Terms, day: Day): string | null {
  const { grounds, rates } = negotiation;
  const { plan, rows, fee } = terms;
  const [problem] = priceProblems(plan, rows, grounds, { today: day, rates, fee: feeOnTop(fee) });
  return lateProblem(rows, day) ?? penaltyProblem(negotiation, terms, day) ?? problem?.message ?? null;
}

/** The ceiling of a penalty may have come after the offer (docs/decisions/0129). @throws Refusal `offer.replaced` where it is above it */
export function demandLawfulPenalty(negotiation: Judged, terms: Pick<Terms, 'plan' | 'penalty'>, day: Day): void {
  const problem = penaltyProblem(negotiation, terms, day);
  if (problem !== null) throw new Refusal('offer.replaced', { detail: `${problem}: ${unsignable}` });
}

/** That a penalty is above the ceiling of a day; null when it is not. */
export const penaltyProblem = (
  negotiation: Judged,
  { plan, penalty }: Pick<Terms, 'plan' | 'penalty'>,
  day: Day,
): string | null =>
  isHarsher(penalty, currentPenalty({ ...negotiation, penalty }, plan, day))
    ? 'Неустойка в этих условиях выше предела закона'
    : null;

/** Nobody signs a schedule whose first payment is late already. @throws Refusal `offer.replaced` */
export function demandToCome(rows: Terms['rows'], day: Day): void {
  const problem = lateProblem(rows, day);
  if (problem !== null) throw new Refusal('offer.replaced', { detail: `${problem}: ${unsignable}` });
}

/** That a schedule is late before it is signed; null when it is not. */
export const lateProblem = ([first]: Terms['rows'], day: Day): string | null =>
  first && first.plannedDate < day ? 'Срок первого платежа уже прошёл' : null;
