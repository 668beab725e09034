import type { certificates } from '#contract/documents/certificates.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { CERTIFICATE_RULE } from '#domain/settlements/certificate-request.ts';
import { demandSigningRules } from '#server/modules/consents/consents.queries.ts';
import { demandSigningRight } from '#server/modules/employees/signing-right.queries.ts';
import { demandCode, sendCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { demandVerifiedCompany } from '#server/modules/verification/standing.queries.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { certificateLetters } from './letters.ts';
import { keepSignature, signatureFacts } from './signing.commands.ts';

type Writing = Ctx<Actor, Tx>;

/** The rule of a company that is in force; null while certificates are signed one by one. */
export async function ruleOf(db: Db, legalEntityId: number): Promise<{ id: number; signatureId: number } | null> {
  const row = await db
    .selectFrom('certificateRules')
    .select(['id', 'signatureId'])
    .where('legalEntityId', '=', legalEntityId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function findRule(db: Db, legalEntityId: number): Promise<Answer<typeof certificates.rule>> {
  const { version, text } = CERTIFICATE_RULE;
  const rule = await ruleOf(db, legalEntityId);
  if (!rule) return { version, text: [...text], signed: null };
  const { signatory, signedAt, operationCode } = await signatureFacts(db, rule.signatureId);
  return { version, text: [...text], signed: { signer: signatory.fullName, signedAt, operationCode } };
}

const subjectOf = (legalEntityId: number): string => `certificate rule ${legalEntityId}`;

/** Sends the head a code: whoever signs the rule signs every certificate that follows from it. */
export async function sendRuleCode(ctx: Writing, legalEntityId: number): ReturnType<typeof sendCode> {
  await demandVerifiedCompany(ctx.db, legalEntityId);
  await demandSigningRight(ctx, legalEntityId, ['certify']);
  await demandSigningRules(ctx);
  const { shortName } = await ctx.db
    .selectFrom('legalEntities')
    .select('shortName')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return sendCode(ctx, 'signature', subjectOf(legalEntityId), certificateLetters.ruleCode, { name: shortName });
}

/** @throws Refusal `version.stale` when the text is another one, `move.illegal` when a rule is in force, `code.wrong`, `rules.needed` */
export async function signRule(
  ctx: Writing,
  legalEntityId: number,
  { version, code }: { version: number; code: string },
): Promise<void> {
  if (version !== CERTIFICATE_RULE.version) throw new Refusal('version.stale');
  // Of two who sign at once the second finds the rule of the first.
  await ctx.db.selectFrom('legalEntities').select('id').where('id', '=', legalEntityId).forUpdate().execute();
  if (await ruleOf(ctx.db, legalEntityId)) throw new Refusal('move.illegal', { detail: 'Правило уже подписано' });
  await demandVerifiedCompany(ctx.db, legalEntityId);
  const signatory = await demandSigningRight(ctx, legalEntityId, ['certify']);
  await demandSigningRules(ctx);
  const codeId = await demandCode(ctx, 'signature', subjectOf(legalEntityId), code);
  const textSha256 = hashOf({ rule: CERTIFICATE_RULE, legalEntityId });
  const signatureId = await keepSignature(ctx, { legalEntityId, codeId, textSha256, signatory });
  await ctx.db.insertInto('certificateRules').values({ legalEntityId, version, signatureId }).execute();
}

/** What was issued by it stays. @throws Refusal `move.illegal` when there is none */
export async function revokeRule({ db, actor, now }: Writing, legalEntityId: number): Promise<void> {
  const revoked = await db
    .updateTable('certificateRules')
    .set({ revokedAt: now, revokedBy: actor.accountId })
    .where('legalEntityId', '=', legalEntityId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  if (revoked.numUpdatedRows === 0n) throw new Refusal('move.illegal', { detail: 'Правила нет' });
}
