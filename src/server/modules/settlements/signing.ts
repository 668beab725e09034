import { createHash } from 'node:crypto';
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
  const { code, expiresAt } = await makeCode(ctx, 'signature', subjectOf(settlementId));
  await queueLetter(ctx, settlementLetters.signingCode, email, { number, code });
  return { sentTo: maskEmail(email), expiresAt };
}

/** Uses the code up. One that was sent for another settlement signs nothing here. @throws Refusal `code.wrong` */
export async function demandCode(ctx: Writing, settlementId: number, code: string): Promise<void> {
  if ((await useCode(ctx, 'signature', code)) !== subjectOf(settlementId)) throw new Refusal('code.wrong');
}

/** Writes down who signed which terms, when and from where. */
export async function sign(
  { db, actor, origin }: Writing,
  signed: { settlementId: number; offerId: number; side: Side; termsHash: string },
): Promise<void> {
  await db
    .insertInto('signatures')
    .values({ ...signed, accountId: actor.accountId, method: 'pep_otp', ip: origin.ip, userAgent: origin.userAgent })
    .execute();
}

/** SHA-256 of data, hex. The same data give the same hash whatever the order of their fields. */
export const hashOf = (data: unknown): string => createHash('sha256').update(canonical(data)).digest('hex');

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`)
    .join()}}`;
}
