import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import type { Side } from '#domain/values/machine.ts';
import { hasFeature } from '#server/modules/feature-flags/feature-flags.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { acceptSchedule } from '../agreement/addendum.ts';
import { concludeAgreement } from '../negotiation/accept.ts';
import { demandMove, theirOffer } from '../negotiation/demands.ts';
import { lockNegotiation } from '../negotiation/negotiation.ts';
import type { NegotiationState } from '../negotiation/negotiation-state.queries.ts';
import { putOffer, readOffer } from '../negotiation/offer.ts';
import { penaltyOfTerms } from '../negotiation/penalty-terms.ts';
import { answerByPolicy, demandWithinConditions, judge, ownGifts, policySigner } from '../negotiation/policy.ts';
import { shiftOfTerms } from '../negotiation/shift-terms.ts';
import { demandSigningCode } from '../negotiation/signing.ts';

type OfferForm = Pick<
  Input<typeof settlements.offerByCreditor>['body'],
  'plan' | 'comment' | 'code' | 'penaltyDayBps' | 'shiftEvery' | 'textHash'
>;
/** What is accepted is named by its fingerprint; a head who decides what he was asked has read its text beside. */
type AcceptForm = Input<typeof settlements.acceptByDebtor>['body'] & { textHash?: string };

/**
 * Makes an offer: a new round, signed by its author, with its schedule computed and frozen. The one before it is replaced
 * (docs/domain.md §7.3). The creditor's conditions answer a debtor's offer at once; below them only his head agrees.
 * @throws Refusal `move.illegal`, `input.invalid`, `code.wrong`, `offer.replaced` where its author has read another text
 */
export async function makeOffer(ctx: Writing, id: number, side: Side, form: OfferForm): Promise<void> {
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  const { plan, rows } = readOffer(ctx, negotiation, side, form.plan);
  const penalty = penaltyOfTerms(negotiation, plan, ctx.day, form.penaltyDayBps);
  const shiftEvery = shiftOfTerms(negotiation, form.shiftEvery);
  if (side === 'creditor') {
    demandWithinConditions(ctx, negotiation, plan, ownGifts(ctx, negotiation, { plan, penalty, shiftEvery }));
  }
  const by = await demandSigningCode(ctx, negotiation, side, form);
  const isAnswered =
    side === 'individual' &&
    (await hasFeature(ctx.db, negotiation.legalEntityId, 'automatic_answers')) &&
    (await policySigner(ctx.db, negotiation, ctx.day)) !== null &&
    !hasFreeWords(negotiation);
  const decision = isAnswered ? judge(negotiation, plan, ctx.day) : null;
  const terms = { side, plan, rows, penalty, shiftEvery, comment: form.comment, decision, by, read: form.textHash };
  const made = await putOffer(ctx, negotiation, terms);
  if (decision) await answerByPolicy(ctx, made, decision);
}

/** Words of the debtor that the agreement would print are read by a person before anybody signs for the creditor. */
const hasFreeWords = ({ disputed }: NegotiationState): boolean => disputed.some(({ reason }) => reason !== null);

/**
 * Accepts the offer on the table, the very one that was seen: terms conclude the agreement, a new schedule takes effect. Of
 * many who accept at once one concludes.
 * @throws Refusal `move.illegal`, `offer.own`, `offer.replaced`, `code.wrong`
 */
export async function acceptOffer(
  ctx: Writing,
  id: number,
  side: Side,
  { termsHash, textHash, code }: AcceptForm,
): Promise<void> {
  const read = textHash ?? null;
  const negotiation = await lockNegotiation(ctx, id, ctx.now);
  if (negotiation.offer?.kind === 'addendum') return acceptSchedule(ctx, negotiation, side, { termsHash, read, code });
  demandMove(negotiation, 'accept');
  const offer = theirOffer(negotiation, side, termsHash);
  if (side === 'creditor') demandWithinConditions(ctx, negotiation, offer.plan);
  const by = await demandSigningCode(ctx, negotiation, side, { code, textHash: textHash ?? termsHash });
  await concludeAgreement(ctx, negotiation, { side, by, read });
}
