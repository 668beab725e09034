import { Refusal } from '#contract/kernel/errors.ts';
import { refusalWords } from '#domain/parties/life-moves.ts';
import type { Signatory, SigningAct } from '#domain/parties/signing-right.ts';
import { type SettlementStatus, settlementMachine } from '#domain/settlements/settlement.ts';
import type { Side } from '#domain/values/machine.ts';
import { demandSigningRules } from '#server/modules/consents/consents.queries.ts';
import { demandSigningRight } from '#server/modules/employees/signing-right.queries.ts';
import { type Confirmed, demandCode, sendCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { claimLimitation, limitationShownAt } from '#server/modules/registries/registries.queries.ts';
import { lockVerifiedParties } from '#server/modules/verification/verified-parties.queries.ts';
import type { Writing } from '#server/platform/ctx.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { settlementLetters } from '../letters.ts';
import { demandVerified } from './demands.ts';
import type { NegotiationState } from './negotiation-state.queries.ts';
import type { PolicySigner } from './publisher.queries.ts';

/**
 * A code is for the very text that was read, beside the paper that lies there or beside none: never for another text, nor for
 * anything once another paper has come.
 */
const confirmed = ({ id, offer }: Pick<NegotiationState, 'id' | 'offer'>, textHash: string): Confirmed => ({
  act: 'settlement',
  of: id,
  content: { textHash, lies: offer && { kind: offer.kind, termsHash: offer.termsHash } },
});

/**
 * Sends the signer a code for this text of the settlement; it works once and ten minutes (63-ФЗ, ст. 9: a simple signature). The letter
 * brings a debtor, with the code, what he should know of the limitation of his debt. All that is signed by it is new to agree on.
 * @throws Refusal `move.illegal` where nothing new may be agreed on, `rules.needed`, `authority.needed`
 */
export async function sendSigningCode(
  ctx: Writing,
  { id, registryEntryId, number, stopped, unverified, offer, ...of }: NegotiationState,
  side: Side,
  textHash: string,
) {
  if (stopped !== null) throw new Refusal('move.illegal', { detail: refusalWords(stopped, 'agree') });
  demandVerified({ unverified });
  await demandSigningRules(ctx);
  await signatoryOf(ctx, of, side);
  const warns = side === 'individual' && (await claimLimitation(ctx.db, registryEntryId, ctx.day)) === 'may_be_over';
  const data = { number, warns, ...(offer && { lies: offer.kind }) };
  return sendCode(ctx, 'signature', confirmed({ id, offer }, textHash), settlementLetters.signingCode, data, warns);
}

/** What of a settlement decides which right its signature needs. */
type Signed = Pick<NegotiationState, 'legalEntityId' | 'status'>;

/**
 * Uses the code up. One sent for another text or settlement, or while another paper lay there, signs nothing here; for a company he
 * alone signs who has the right.
 * @param textHash the fingerprint of what is signed, as whoever signs has named it
 * @throws Refusal `rules.needed`, `authority.needed`, `code.wrong`
 */
export async function demandSigningCode(
  ctx: Writing,
  { id, offer, ...of }: Pick<NegotiationState, 'id' | 'offer'> & Signed,
  side: Side,
  { code, textHash }: { code: string; textHash: string },
): Promise<CodeSigning> {
  await demandSigningRules(ctx);
  const signatory = await signatoryOf(ctx, of, side);
  return { codeId: await demandCode(ctx, 'signature', confirmed({ id, offer }, textHash), code), signatory };
}

/** Who signs for the creditor and by what right; of a debtor, who signs for himself, nothing. */
const signatoryOf = async (ctx: Writing, { legalEntityId, status }: Signed, side: Side): Promise<Signatory | null> =>
  side === 'individual' ? null : demandSigningRight(ctx, legalEntityId, [signingActIn(status)]);

/** While the two bargain an agreement is concluded; afterwards it is changed or ended. */
export const signingActIn = (status: SettlementStatus): SigningAct =>
  settlementMachine.canMove(status, 'offer') ? 'conclude' : 'change';

/** A code that the actor has entered. */
interface CodeSigning {
  codeId: number;
  signatory: Signatory | null;
}

/** How terms are signed: by a code, or by conditions published before. */
export type Signing = CodeSigning | { policy: PolicySigner };

/** Whoever signs for the creditor by it. */
export const signatoryBy = (by: Signing): Signatory | null => ('policy' in by ? by.policy.signatory : by.signatory);

/**
 * Writes down who signed which terms, how, when and from where. Both sides are held as they are from then on.
 * @throws Refusal `move.illegal` where one of them has just lost his verification
 */
export async function sign(
  ctx: Writing,
  { by, ...signed }: { settlementId: number; offerId: number; side: Side; termsHash: string; by: Signing },
): Promise<void> {
  const { db, actor, origin } = ctx;
  const parties = await db
    .selectFrom('settlements')
    .select(['individualId', 'legalEntityId'])
    .where('id', '=', signed.settlementId)
    .executeTakeFirstOrThrow();
  await lockVerifiedParties(db, parties);
  const how =
    'policy' in by
      ? {
          accountId: by.policy.accountId,
          method: 'policy',
          ip: '—',
          userAgent: `Условия кредитора, версия ${by.policy.version}`,
        }
      : {
          accountId: actor.accountId,
          method: 'pep_otp',
          codeId: by.codeId,
          sessionId: actor.sessionId,
          ip: origin.ip,
          userAgent: origin.userAgent,
        };
  const signatory = signatoryBy(by);
  const limitationShownAt = 'policy' in by ? null : await shownLimitation(ctx, signed, by.codeId);
  await db
    .insertInto('signatures')
    .values({ ...signed, ...how, limitationShownAt, signatory: signatory && jsonText(signatory) })
    .execute();
}

/** When a debtor was told that the term may have run out: with the code that he signs by. @throws Refusal `move.illegal` */
async function shownLimitation(
  { db, day }: Writing,
  { settlementId, side }: { settlementId: number; side: Side },
  codeId: number,
): Promise<Date | null> {
  if (side !== 'individual') return null;
  const { registryEntryId } = await db
    .selectFrom('settlements')
    .select('registryEntryId')
    .where('id', '=', settlementId)
    .executeTakeFirstOrThrow();
  const { createdAt, limitationShown } = await db
    .selectFrom('oneTimeCodes')
    .select(['createdAt', 'limitationShown'])
    .where('id', '=', codeId)
    .executeTakeFirstOrThrow();
  return limitationShownAt({ now: createdAt }, await claimLimitation(db, registryEntryId, day), limitationShown);
}
