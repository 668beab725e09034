import type { certificates } from '#contract/documents/certificates.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { CERTIFICATE_RULE } from '#domain/settlements/certificate-request.ts';
import { demandSigningRules } from '#server/modules/consents/consents.queries.ts';
import { demandSigningRight, stillHasRight } from '#server/modules/employees/signing-right.queries.ts';
import { type Confirmed, demandCode, sendCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { demandVerifiedCompany } from '#server/modules/verification/verified-parties.queries.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { certificateLetters } from './letters.ts';
import { insertSignature, signatureFacts } from './signing.commands.ts';

/**
 * The rule of a company that is in force; null while certificates are signed one by one. It ends with whoever has signed it, as a power of
 * attorney does: when he leaves, loses the right, or another represents the company, a person is asked again (docs/decisions/0112).
 */
export async function ruleOf(
  { db, day }: Pick<Writing, 'day'> & { db: Db },
  legalEntityId: number,
): Promise<{ id: number; signatureId: number } | null> {
  const row = await db
    .selectFrom('certificateRules as r')
    .innerJoin('creditorSignatures as s', 's.id', 'r.signatureId')
    .select(['r.id', 'r.signatureId', 's.accountId'])
    .where('r.legalEntityId', '=', legalEntityId)
    .where('r.revokedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { id, signatureId, accountId } = row;
  return (await stillHasRight(db, { legalEntityId, accountId }, ['certify'], day)) ? { id, signatureId } : null;
}

/** The fingerprint of the rule as one company signs it. */
const ruleHash = (legalEntityId: number): string => hashOf({ rule: CERTIFICATE_RULE, legalEntityId });

/** The rule of a company about its certificates, with the text that is signed for it today. */
export async function findRule(
  ctx: Parameters<typeof ruleOf>[0],
  legalEntityId: number,
): Promise<Answer<typeof certificates.rule>> {
  const { db } = ctx;
  const { version, text } = CERTIFICATE_RULE;
  const rule = await ruleOf(ctx, legalEntityId);
  const told = { version, text: [...text], sha256: ruleHash(legalEntityId) };
  if (!rule) return { ...told, signed: null };
  const { signatory, signedAt, operationCode } = await signatureFacts(db, rule.signatureId);
  return { ...told, signed: { signer: signatory.fullName, signedAt, operationCode } };
}

const confirmed = (legalEntityId: number, textHash: string): Confirmed => ({
  act: 'certificate rule',
  of: legalEntityId,
  content: textHash,
});

/** Sends the head a code: whoever signs the rule signs every certificate that follows from it. */
export async function sendRuleCode(ctx: Writing, legalEntityId: number, textHash: string): ReturnType<typeof sendCode> {
  await demandVerifiedCompany(ctx.db, legalEntityId);
  await demandSigningRight(ctx, legalEntityId, ['certify']);
  await demandSigningRules(ctx);
  const { shortName } = await ctx.db
    .selectFrom('legalEntities')
    .select('shortName')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return sendCode(ctx, 'signature', confirmed(legalEntityId, textHash), certificateLetters.ruleCode, {
    name: shortName,
  });
}

/** @throws Refusal `version.stale` when the text is another one, `move.illegal` when a rule is in force, `code.wrong`, `rules.needed` */
export async function signRule(
  ctx: Writing,
  legalEntityId: number,
  { version, textHash, code }: Input<typeof certificates.signRule>['body'],
): Promise<void> {
  const textSha256 = ruleHash(legalEntityId);
  if (version !== CERTIFICATE_RULE.version || textHash !== textSha256) throw new Refusal('version.stale');
  // Of two who sign at once the second finds the rule of the first.
  await ctx.db.selectFrom('legalEntities').select('id').where('id', '=', legalEntityId).forUpdate().execute();
  if (await ruleOf(ctx, legalEntityId)) throw new Refusal('move.illegal', { detail: 'Правило уже подписано' });
  await demandVerifiedCompany(ctx.db, legalEntityId);
  const signatory = await demandSigningRight(ctx, legalEntityId, ['certify']);
  await demandSigningRules(ctx);
  const codeId = await demandCode(ctx, 'signature', confirmed(legalEntityId, textHash), code);
  await endRule(ctx, legalEntityId);
  const signatureId = await insertSignature(ctx, { legalEntityId, codeId, textSha256, signatory });
  await ctx.db.insertInto('certificateRules').values({ legalEntityId, version, signatureId }).execute();
}

/** What was issued by it stays. @throws Refusal `move.illegal` when there is none */
export async function revokeRule(ctx: Writing, legalEntityId: number): Promise<void> {
  if (!(await endRule(ctx, legalEntityId))) throw new Refusal('move.illegal', { detail: 'Правила нет' });
}

/** Also of one whose signer has no right any more, before another signs. @returns whether there was any */
async function endRule({ db, actor, now }: Writing, legalEntityId: number): Promise<boolean> {
  const revoked = await db
    .updateTable('certificateRules')
    .set({ revokedAt: now, revokedBy: actor.accountId })
    .where('legalEntityId', '=', legalEntityId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return revoked.numUpdatedRows > 0n;
}
