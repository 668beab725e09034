import { Refusal } from '#contract/kernel/errors.ts';
import { agreementText, type ComposedText } from '#server/modules/documents/agreement-text.queries.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { termsOfOffer } from './active-offer.queries.ts';
import type { ActiveOffer, NegotiationState } from './negotiation-state.queries.ts';

/** Said where a party, its account or anything else in the text is another one than when it was signed. */
export const textChanged =
  'Текст соглашения изменился с тех пор: данные или счёт одной из сторон либо сведения о площадке стали другими';

/**
 * Whoever signs what he has read as a draft signs that text and no other.
 * @param read the fingerprint that came with the draft; null where nobody reads: conditions that were signed before answer
 * @throws Refusal `offer.replaced`
 */
export function demandRead(read: string | null, { sha256 }: Pick<ComposedText, 'sha256'>): void {
  if (read === null || read === sha256) return;
  throw new Refusal('offer.replaced', {
    detail: 'Пока вы читали, текст документа стал другим: прочитайте его ещё раз и подпишите',
  });
}

type Terms = Pick<
  ActiveOffer,
  | 'side'
  | 'plan'
  | 'rows'
  | 'penalty'
  | 'fee'
  | 'madeOn'
  | 'round'
  | 'expiresAt'
  | 'signatory'
  | 'disputed'
  | 'breachByRule'
  | 'shiftEvery'
>;

/** What both sign about an offer: the agreement as it would read, and the fingerprint of it together with the offer's own bounds. */
export interface OfferText extends ComposedText {
  termsHash: string;
}

/**
 * Composes the agreement of an offer. It is composed anew whenever it is shown or accepted: should a party, its account or the form have
 * changed meanwhile, the fingerprint is another one and the old signature binds to nothing.
 */
export async function offerText(
  ctx: Pick<Ctx, 'app' | 'db'>,
  negotiation: NegotiationState,
  offer: Terms,
  version: number,
): Promise<OfferText> {
  const text = await agreementText(ctx, termsOfOffer(negotiation, offer, offer.madeOn), version);
  const { side, round, expiresAt } = offer;
  const termsHash = hashOf({ number: negotiation.number, side, round, expiresAt, text: text.sha256 });
  return { ...text, termsHash };
}
