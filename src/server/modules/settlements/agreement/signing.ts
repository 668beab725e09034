import type { Side } from '#domain/values/machine.ts';
import { demandSigningRules } from '#server/modules/consents/consents.queries.ts';
import { demandCode, sendCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { claimLimitation, limitationShownAt } from '#server/modules/registries/registries.queries.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { settlementLetters } from '../letters.ts';

type Writing = Ctx<Actor, Tx>;

const subjectOf = (settlementId: number): string => `settlement ${settlementId}`;

/**
 * Sends the signer a code for this settlement; it works once and ten minutes (63-ФЗ, ст. 9: a simple signature). The letter
 * brings a debtor, with the code, what he should know of the limitation of his debt.
 */
export async function sendSigningCode(
  ctx: Writing,
  { id, registryEntryId, number }: { id: number; registryEntryId: number; number: string },
  side: Side,
) {
  await demandSigningRules(ctx);
  const warns = side === 'individual' && (await claimLimitation(ctx.db, registryEntryId, ctx.day)) === 'may_be_over';
  return sendCode(ctx, 'signature', subjectOf(id), settlementLetters.signingCode, { number, warns }, warns);
}

/** Uses the code up and gives its id. One sent for another settlement signs nothing here. @throws Refusal `rules.needed`, `code.wrong` */
export async function demandSigningCode(ctx: Writing, settlementId: number, code: string): Promise<number> {
  await demandSigningRules(ctx);
  return demandCode(ctx, 'signature', subjectOf(settlementId), code);
}

/** Somebody who has published conditions before, by which a side is bound now. */
export interface PolicySigner {
  accountId: number;
  version: number;
}

/** How terms are signed: by a code that the actor has entered, or by conditions published before. */
export type Signing = { codeId: number } | { policy: PolicySigner };

/** Writes down who signed which terms, how, when and from where. */
export async function sign(
  ctx: Writing,
  { by, ...signed }: { settlementId: number; offerId: number; side: Side; termsHash: string; by: Signing },
): Promise<void> {
  const { db, actor, origin } = ctx;
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
  const limitationShownAt = 'policy' in by ? null : await shownLimitation(ctx, signed, by.codeId);
  await db
    .insertInto('signatures')
    .values({ ...signed, ...how, limitationShownAt })
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
