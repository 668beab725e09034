import { sql } from 'kysely';
import { offerExpiresAt, otherSide } from '#domain/negotiation/negotiation.ts';
import { DEFAULT_BAND } from '#domain/negotiation/policy-band.ts';
import type { OfferKind } from '#domain/negotiation/terms-offer.ts';
import type { PenaltyRule } from '#domain/settlements/penalty.ts';
import type { Plan } from '#domain/settlements/plan.ts';
import type { ScheduleRow } from '#domain/settlements/schedule.ts';
import type { Side } from '#domain/values/machine.ts';
import type { Kopecks } from '#domain/values/money.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { endOffer, type NegotiationState } from '../negotiation/negotiation.ts';
import { notifyParty } from '../notify.ts';
import type { OfferRecord } from './changes.ts';
import { type Signing, sign } from './signing.ts';

type Writing = Ctx<Actor, Tx>;

/** What one side proposes about an agreement in force, and the words in which the other hears of it. */
interface Proposal {
  kind: Exclude<OfferKind, 'terms'>;
  side: Side;
  amount: Kopecks;
  /** Null when there is nothing to pay by it. */
  plan: Plan | null;
  rows: readonly ScheduleRow[];
  penalty: PenaltyRule | null;
  comment?: string | undefined;
  by: Signing;
  news: string;
}

/**
 * Puts a proposal beside an agreement in force, signed by its author, in the place of what lay there. It never changes: what
 * both sign is its hash, in which the agreement stands that it is about.
 * @returns its number
 */
export async function putProposal(ctx: Writing, negotiation: NegotiationState, proposal: Proposal): Promise<number> {
  const { kind, side, amount, plan, rows, penalty, comment = null, by, news: notification } = proposal;
  const { id: settlementId, number, offer } = negotiation;
  if (offer) await endOffer(ctx.db, offer.id, 'superseded');
  const round = (await lastRound(ctx.db, settlementId, kind)) + 1;
  const expiresAt = offerExpiresAt(ctx.now, (negotiation.band ?? DEFAULT_BAND).offerTtlDays);
  const { termsHash: concerns } = await termsInForce(ctx.db, settlementId);
  const termsHash = hashOf({ number, kind, concerns, round, side, amount, plan, rows, penalty, comment, expiresAt });
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
  await notifyParty(ctx.db, negotiation, otherSide(side), { title: `${number}. ${notification}`, detail: comment });
  return offerId;
}

async function lastRound(tx: Tx, settlementId: number, kind: string): Promise<number> {
  const { last } = await tx
    .selectFrom('termsOffers')
    .select((eb) => eb.fn.max('round').as('last'))
    .where('settlementId', '=', settlementId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** The terms in force: of the agreement, or of its last addendum. */
export const termsInForce = (tx: Tx, settlementId: number): Promise<{ plan: OfferRecord['plan']; termsHash: string }> =>
  tx
    .selectFrom('termsOffers')
    .select(['plan', 'termsHash'])
    .where('settlementId', '=', settlementId)
    .where('status', '=', 'accepted')
    .where('kind', '<>', 'annulment')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
