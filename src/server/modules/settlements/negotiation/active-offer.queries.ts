import { DEFAULT_BAND, structureOf } from '#domain/negotiation/policy-band.ts';
import { discountOf } from '#domain/settlements/discount.ts';
import { rateOf } from '#domain/settlements/price/offer-price.ts';
import { type Day, moscowDay, toDay } from '#domain/values/days.ts';
import { kopecks } from '#domain/values/money.ts';
import type { AgreementTerms } from '#server/modules/documents/agreement-text.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { type ActiveOffer, type NegotiationState, readNegotiation } from './negotiation-state.queries.ts';

/** What is agreed when terms are accepted. @param day the day on which they were offered, by which the text counts taxes and ПСК */
export const termsOfOffer = (
  negotiation: NegotiationState,
  {
    plan,
    rows,
    penalty,
    fee,
    signatory,
    disputed,
    expiresAt,
    breachByRule,
    shiftEvery,
  }: Pick<
    ActiveOffer,
    'plan' | 'rows' | 'penalty' | 'fee' | 'signatory' | 'disputed' | 'expiresAt' | 'breachByRule' | 'shiftEvery'
  >,
  day: Day,
): AgreementTerms => ({
  settlementId: negotiation.id,
  individualId: negotiation.individualId,
  legalEntityId: negotiation.legalEntityId,
  number: negotiation.number,
  offeredOn: day,
  // The offer ends at midnight: its last day is the one before.
  offerUntil: moscowDay(new Date(expiresAt.getTime() - 1)),
  discount: discountOf(negotiation.debt, plan.amount, structureOf(negotiation.band ?? DEFAULT_BAND)),
  disputed: disputed ?? [],
  debtAsOf: toDay(negotiation.debtAsOf),
  rows,
  rateBps: rateOf(plan),
  penalty,
  // A rule that acts no more is in no text: what was signed with it is another one (docs/decisions/0163).
  breachByRule: breachByRule && negotiation.endsByRule,
  shiftEvery,
  signatory,
  fee: { payer: fee?.payer ?? 'creditor', amount: fee?.amount ?? kopecks(0) },
});

/** What would be agreed today about the terms of the active offer, and that offer; null where none are offered. */
export async function activeOfferNow(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  settlementId: number,
): Promise<{ agreed: AgreementTerms; offerId: number } | null> {
  const negotiation = await readNegotiation(db, settlementId, now);
  const { offer } = negotiation;
  if (offer?.kind !== 'terms') return null;
  return { agreed: termsOfOffer(negotiation, offer, offer.madeOn), offerId: offer.id };
}
