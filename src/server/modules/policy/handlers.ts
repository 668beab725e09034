import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { policy } from '#contract/settlements/policy.ts';
import type { PolicyBand } from '#domain/negotiation/policy-band.ts';
import type { SigningAct } from '#domain/parties/signing-right.ts';
import { demandSigningRules } from '#server/modules/consents/consents.queries.ts';
import { demandSigningRight, signingRightOf, stillHasRight } from '#server/modules/employees/signing-right.queries.ts';
import { type Confirmed, demandCode, sendCode } from '#server/modules/one-time-codes/one-time-codes.commands.ts';
import { companyProblem, demandVerifiedCompany } from '#server/modules/verification/verified-parties.queries.ts';
import { type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { brokenConstraint } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';
import { personName } from '#server/platform/person-name.ts';
import { demandLawfulPenalties, type Form, readBands } from './bands.ts';
import { policyLetters } from './letters.ts';
import { currentPolicy } from './policy.queries.ts';
import { simulatePolicy } from './simulate.ts';

async function findPolicy(ctx: Ctx, legalEntityId: number): Promise<Answer<typeof policy.get>> {
  const { db } = ctx;
  const found = await currentPolicy(db, legalEntityId);
  const cannotPublish = await whyNotPublish(ctx, legalEntityId);
  if (!found) {
    return {
      version: 0,
      bands: [],
      author: null,
      createdAt: null,
      isSigned: true,
      isRuleSigned: null,
      cannotPublish,
    };
  }
  const { version, bands, accountId, createdAt, signatory } = found;
  const row = await db
    .selectFrom('accounts')
    .select(personName('accounts.id').as('author'))
    .where('id', '=', accountId)
    .executeTakeFirst();
  const shown = bands.map((band) => ({ ...band, componentOrder: [...band.componentOrder] }));
  // A right that is lost since takes along what was done by it, each its own, until somebody else publishes them.
  const mayStill = async (act: SigningAct): Promise<boolean> =>
    signatory !== null && (await stillHasRight(db, { legalEntityId, accountId }, [act], ctx.day));
  const isSigned = await mayStill('conclude');
  const isRuleSigned = endsByRule(bands) ? await mayStill('change') : null;
  return { version, bands: shown, author: row?.author ?? null, createdAt, isSigned, isRuleSigned, cannotPublish };
}

/** Only of whoever could publish them otherwise. */
async function whyNotPublish({ db, day, actor }: Ctx, legalEntityId: number): Promise<string | null> {
  const membership = actor?.memberships.find((one) => one.legalEntityId === legalEntityId);
  if (!actor || !membership?.permissions.has(policy.replace.code)) return null;
  const right = await signingRightOf({ db, day, actor }, legalEntityId, ['conclude']);
  return right.ok ? companyProblem(db, legalEntityId) : right.problem;
}

/** Writes a new version. Of two who replace the same one the second is told. @throws Refusal `version.stale`, `input.invalid`, `move.illegal`, `authority.needed`, `code.wrong` */
export async function publishPolicy(
  ctx: Writing,
  legalEntityId: number,
  { bands, version, code }: Form,
): Promise<void> {
  const read = readBands(bands);
  await demandLawfulPenalties(ctx, legalEntityId, read);
  const current = await currentPolicy(ctx.db, legalEntityId);
  if ((current?.version ?? 0) !== version) throw new Refusal('version.stale');
  await demandSigningRules(ctx);
  await demandVerifiedCompany(ctx.db, legalEntityId);
  const signatory = await demandSigningRight(ctx, legalEntityId, signingActsOf(read));
  const codeId = await demandCode(ctx, 'signature', confirmed(legalEntityId, { bands, version }), code);
  try {
    await ctx.db
      .insertInto('settlementPolicies')
      .values({
        legalEntityId,
        version: version + 1,
        bands: jsonText(read),
        accountId: ctx.actor.accountId,
        codeId,
        signatory: jsonText(signatory),
      })
      .execute();
  } catch (error) {
    throw brokenConstraint(error) === undefined ? error : new Refusal('version.stale');
  }
}

/** What conditions sign in the company's name: agreements, and, where one of them says so, their end with its notices. */
const signingActsOf = (bands: readonly PolicyBand[]): SigningAct[] =>
  endsByRule(bands) ? ['conclude', 'change'] : ['conclude'];

const endsByRule = (bands: readonly PolicyBand[]): boolean => bands.some(({ breachByRule }) => breachByRule);

const confirmed = (legalEntityId: number, content: Omit<Form, 'code'>): Confirmed => ({
  act: 'policy',
  of: legalEntityId,
  content,
});

/**
 * Sends the head a code for these very conditions: published, they sign in the company's name, so publishing them is a signature, too.
 * @throws Refusal `input.invalid` as publishing them would, `move.illegal`, `authority.needed`
 */
export async function sendPublishingCode(
  ctx: Writing,
  legalEntityId: number,
  form: Omit<Form, 'code'>,
): ReturnType<typeof sendCode> {
  await demandVerifiedCompany(ctx.db, legalEntityId);
  await demandSigningRight(ctx, legalEntityId, ['conclude']);
  await demandLawfulPenalties(ctx, legalEntityId, readBands(form.bands));
  const { shortName } = await ctx.db
    .selectFrom('legalEntities')
    .select('shortName')
    .where('id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return sendCode(ctx, 'signature', confirmed(legalEntityId, form), policyLetters.publishingCode, { name: shortName });
}

export const policyHandlers = implement(policy, {
  get: (ctx, { params }) => findPolicy(ctx, params.id),
  async replace(ctx, { params, body }) {
    await publishPolicy(ctx, params.id, body);
    return findPolicy(ctx, params.id);
  },
  publishingCode: (ctx, { params, body }) => sendPublishingCode(ctx, params.id, body.form),
  simulate: (ctx, { params, body }) => simulatePolicy(ctx.db, params.id, readBands(body.bands), body, ctx.day),
});
