import { Refusal } from '#contract/kernel/errors.ts';
import type { Side } from '#domain/machine.ts';
import { maskEmail } from '#domain/masks.ts';
import { makeCode, useCode } from '#server/modules/auth/one-time-codes.acts.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { queueLetter } from '#server/platform/letters.ts';
import { settlementLetters } from './letters.ts';

type Writing = Ctx<Actor, Tx>;

const subjectOf = (settlementId: number): string => `settlement ${settlementId}`;

/** Sends the signer a code for this settlement; it works once and ten minutes (63-ФЗ, ст. 9: a simple signature). */
export async function sendCode(
  ctx: Writing,
  settlementId: number,
  number: string,
): Promise<{ sentTo: string; expiresAt: Date }> {
  const { email } = await ctx.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', ctx.actor.accountId)
    .executeTakeFirstOrThrow();
  const { id, code, expiresAt } = await makeCode(ctx, 'signature', subjectOf(settlementId));
  const letterId = await queueLetter(ctx, settlementLetters.signingCode, email, { number, code });
  await ctx.db.updateTable('oneTimeCodes').set({ letterId }).where('id', '=', id).execute();
  return { sentTo: maskEmail(email), expiresAt };
}

/** Uses the code up and gives its id. One sent for another settlement signs nothing here. @throws Refusal `code.wrong` */
export async function demandCode(ctx: Writing, settlementId: number, code: string): Promise<number> {
  const { id, subject } = await useCode(ctx, 'signature', code);
  if (subject !== subjectOf(settlementId)) throw new Refusal('code.wrong');
  return id;
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
  { db, actor, origin }: Writing,
  { by, ...signed }: { settlementId: number; offerId: number; side: Side; termsHash: string; by: Signing },
): Promise<void> {
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
  await db
    .insertInto('signatures')
    .values({ ...signed, ...how })
    .execute();
}
