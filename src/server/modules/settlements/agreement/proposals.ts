import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { ADDENDUM_TEMPLATE, type AddendumTerms } from '#domain/documents/addendum-template.ts';
import { ANNULMENT_TEMPLATE, type AnnulmentTerms } from '#domain/documents/annulment-template.ts';
import { offerExpiresAt, otherSide } from '#domain/negotiation/negotiation.ts';
import { offerDays } from '#domain/negotiation/policy-band.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import type { Side } from '#domain/values/machine.ts';
import type { Kopecks } from '#domain/values/money.ts';
import { changeText } from '#server/modules/documents/change-text.queries.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { isOutdated, theirOffer } from '../negotiation/demands.ts';
import { unsignable } from '../negotiation/lawful.ts';
import { endOffer } from '../negotiation/negotiation.ts';
import type { ActiveOffer, NegotiationState } from '../negotiation/negotiation-state.queries.ts';
import { demandRead, type OfferText, textChanged } from '../negotiation/offer-text.queries.ts';
import { type Signing, sign } from '../negotiation/signing.ts';
import { notifyParty } from '../notify.ts';
import type { OfferRecord } from './changes.ts';

/** What one side proposes about an agreement in force, and the words in which the other hears of it. */
type Proposal = {
  side: Side;
  amount: Kopecks;
  /** Null when there is nothing to pay by it. */
  plan: Plan | null;
  rows: readonly ScheduleRow[];
  penalty: PenaltyRule | null;
  comment?: string | undefined;
  by: Signing;
  /** The fingerprint of the text that its author has read. */
  read: string;
  title: string;
} & Change;

/** What the paper of a proposal says, by its kind. */
type Change = { kind: 'addendum'; told: AddendumTerms } | { kind: 'annulment'; told: AnnulmentTerms };

/** The form by which the papers of each kind are drawn up now. */
const FORMS = { addendum: ADDENDUM_TEMPLATE, annulment: ANNULMENT_TEMPLATE } as const;

/** A proposal about to be made, with the text that its author signs. @returns its round, last moment and form too */
export async function composeProposal(
  ctx: Pick<Writing, 'app' | 'db' | 'now'>,
  negotiation: NegotiationState,
  side: Side,
  change: Change,
) {
  const { version: templateVersion } = FORMS[change.kind];
  const round = (await lastRound(ctx.db, negotiation.id, change.kind)) + 1;
  const expiresAt = offerExpiresAt(ctx.now, offerDays(side, negotiation.band));
  const bounds: ProposalBounds = { side, round, expiresAt, templateVersion };
  return { ...bounds, text: await proposalText(ctx, negotiation, { ...change, ...bounds }) };
}

/**
 * The paper of a proposal as it would be signed, and the fingerprint of it together with the agreement that it is about and the
 * bounds of the offer. What it says of that agreement is of the day on which it was proposed; should a party be called otherwise
 * by now, the fingerprint is another one and the old signature binds to nothing.
 */
export async function proposalText(
  ctx: Pick<Ctx, 'app' | 'db'>,
  { id, number }: Pick<NegotiationState, 'id' | 'number'>,
  { kind, side, told, round, expiresAt, templateVersion: version }: Change & ProposalBounds,
): Promise<OfferText> {
  const text = await changeText(ctx, id, { kind, version }, told);
  const { termsHash: concerns } = await termsInForce(ctx.db, id);
  return { ...text, termsHash: hashOf({ number, concerns, side, round, expiresAt, text: text.sha256 }) };
}

/** Who proposes, which time, until when, by which form. */
interface ProposalBounds {
  side: Side;
  round: number;
  expiresAt: Date;
  templateVersion: number;
}

/**
 * Puts a proposal beside an agreement in force, signed by its author, in the place of what was there. It never changes: what
 * both sign is its text.
 * @returns its number
 */
export async function putProposal(ctx: Writing, negotiation: NegotiationState, proposal: Proposal): Promise<number> {
  const { kind, side, amount, plan, rows, penalty, comment = null, by, title, told, read } = proposal;
  const { id: settlementId, number } = negotiation;
  await endOffer(ctx, negotiation, 'superseded', 'Вместо графика с паузой предложено другое');
  const { round, expiresAt, templateVersion, text } = await composeProposal(ctx, negotiation, side, proposal);
  demandRead(read, text);
  const { termsHash } = text;
  const { id: offerId } = await ctx.db
    .insertInto('termsOffers')
    .values({
      settlementId,
      kind,
      round,
      side,
      accountId: ctx.actor.accountId,
      amount,
      plan: jsonText(plan ?? {}),
      rows: jsonText(rows),
      penalty: penalty && jsonText(penalty),
      comment,
      told: jsonText(told),
      templateVersion,
      termsHash,
      expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sign(ctx, { settlementId, offerId, side, termsHash, by });
  await ctx.db
    .updateTable('settlements')
    .set((eb) => ({ turn: otherSide(side), version: eb('version', '+', 1), updatedAt: sql<Date>`now()` }))
    .where('id', '=', settlementId)
    .execute();
  await notifyParty(ctx.db, negotiation, otherSide(side), {
    event: 'settlement.offer',
    title: `${number}. ${title}`,
    detail: comment,
    about: { table: 'settlements', id: settlementId },
    topic: 'settlement.offer',
  });
  return offerId;
}

/** A change of an agreement that is proposed, of a form of today. */
export type PendingProposal = ActiveOffer & Change & ProposalBounds;

/** What is proposed about an agreement that can be read; null of an offer of terms, and of one of an older form. */
export function proposalIn(offer: ActiveOffer | null): PendingProposal | null {
  if (!offer || offer.templateVersion === null || isOutdated(offer)) return null;
  const { kind, told, templateVersion } = offer;
  if (told === null) return null;
  if (kind === 'addendum' && 'principal' in told) return { ...offer, kind, told, templateVersion };
  if (kind === 'annulment' && 'reason' in told) return { ...offer, kind, told, templateVersion };
  return null;
}

const isOfKind = <Kind extends Change['kind']>(
  proposal: PendingProposal,
  kind: Kind,
): proposal is Extract<PendingProposal, { kind: Kind }> => proposal.kind === kind;

/**
 * What is accepted is the very text that was proposed. @returns it with the fingerprint of its text
 * @throws Refusal `offer.own`, `offer.replaced` when it is another one, of an older form, or a party has changed since
 */
export async function demandProposal<Kind extends Change['kind']>(
  ctx: Writing,
  negotiation: NegotiationState,
  { side, termsHash, kind, read = null }: { side: Side; termsHash: string; kind: Kind; read?: string | null },
): Promise<Extract<PendingProposal, { kind: Kind }> & { signed: string }> {
  const proposal = proposalIn(theirOffer(negotiation, side, termsHash));
  if (!proposal || !isOfKind(proposal, kind)) throw new Refusal('offer.replaced');
  const text = await proposalText(ctx, negotiation, proposal);
  demandRead(read, text);
  if (text.termsHash !== termsHash) {
    // Of an annulment there are no terms.
    const next =
      kind === 'annulment'
        ? 'подписать эту отмену нельзя. Отклоните её, чтобы другая сторона предложила её заново'
        : unsignable;
    throw new Refusal('offer.replaced', { detail: `${textChanged}: ${next}` });
  }
  return { ...proposal, signed: text.sha256 };
}

async function lastRound(db: Db, settlementId: number, kind: string): Promise<number> {
  const { last } = await db
    .selectFrom('termsOffers')
    .select((eb) => eb.fn.max('round').as('last'))
    .where('settlementId', '=', settlementId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** The terms in force: of the agreement, or of its last addendum. */
export const termsInForce = (
  db: Db,
  settlementId: number,
): Promise<{ id: number; plan: OfferRecord['plan']; termsHash: string }> =>
  db
    .selectFrom('termsOffers')
    .select(['id', 'plan', 'termsHash'])
    .where('settlementId', '=', settlementId)
    .where('status', '=', 'accepted')
    .where('kind', '<>', 'annulment')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
