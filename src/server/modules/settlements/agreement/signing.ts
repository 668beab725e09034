import type { Side } from '#domain/values/machine.ts';
import { demandCode, sendCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { settlementLetters } from '../letters.ts';

type Writing = Ctx<Actor, Tx>;

const subjectOf = (settlementId: number): string => `settlement ${settlementId}`;

/** Sends the signer a code for this settlement; it works once and ten minutes (63-ФЗ, ст. 9: a simple signature). */
export const sendSigningCode = (ctx: Writing, settlementId: number, number: string) =>
  sendCode(ctx, 'signature', subjectOf(settlementId), settlementLetters.signingCode, { number });

/** Uses the code up and gives its id. One sent for another settlement signs nothing here. @throws Refusal `code.wrong` */
export const demandSigningCode = (ctx: Writing, settlementId: number, code: string): Promise<number> =>
  demandCode(ctx, 'signature', subjectOf(settlementId), code);

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
