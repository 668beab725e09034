import { Refusal } from '#contract/kernel/errors.ts';
import { priceProblems } from '#domain/settlements/price/offer-price.ts';
import type { Day } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import type { ActiveOffer, NegotiationState } from './negotiation.ts';

type Terms = Pick<ActiveOffer, 'plan' | 'rows' | 'fee'>;

/**
 * What the law allows is asked on the day of the agreement, too: an offer may be older than a ceiling, and its first payment may
 * have passed.
 * @throws Refusal `offer.replaced` where the first payment has passed, `move.illegal` in the words of the law
 */
export function demandLawful(
  { grounds, rates }: Pick<NegotiationState, 'grounds' | 'rates'>,
  { plan, rows, fee }: Terms,
  day: Day,
): void {
  demandToCome(rows, day);
  const [problem] = priceProblems(plan, rows, grounds, { today: day, rates, fee: feeOnTop(fee) });
  if (problem) throw new Refusal('move.illegal', { detail: problem.message });
}

/** Nobody signs a schedule whose first payment is late already. @throws Refusal `offer.replaced` */
export function demandToCome([first]: Terms['rows'], day: Day): void {
  if (!first || first.plannedDate >= day) return;
  throw new Refusal('offer.replaced', { detail: 'Срок первого платежа уже прошёл: предложите условия заново' });
}

/** What the debtor pays the platform beside his payments, kopecks. */
export const feeOnTop = (fee: ActiveOffer['fee']) => (fee?.payer === 'individual' ? fee.amount : kopecks(0));
