import { randomInt } from 'node:crypto';
import { AGREEMENT_TEMPLATE } from '#domain/agreement-template.ts';
import { SIGNING_PROTOCOL_TEMPLATE } from '#domain/signing-protocol.ts';
import { VERIFY_ALPHABET, VERIFY_LENGTH } from '#domain/verify-code.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/db.ts';
import { hashOf } from '#server/platform/hash.ts';
import { agreementFacts, type Concluded } from './facts.ts';
import { enqueueMaking, factsPlace } from './make.ts';
import { signatureOf, signingsOf } from './signings.ts';

/**
 * Issues the documents of an agreement in the transaction that concludes it: what they tell is written down and sealed
 * now, their files are made by a job as soon as the transaction is committed.
 */
export async function issueAgreement(ctx: Ctx<Actor | null, Tx>, concluded: Concluded, offerId: number): Promise<void> {
  const signings = await signingsOf(ctx.db, offerId);
  const agreement = await agreementFacts(ctx, concluded, signings.map(signatureOf));
  await issue(ctx, concluded, AGREEMENT_TEMPLATE, agreement);
  await issue(ctx, concluded, SIGNING_PROTOCOL_TEMPLATE, {
    agreementNumber: concluded.number,
    concludedAt: signings.at(-1)?.signedAt ?? ctx.now,
    signings,
  });
  await enqueueMaking(ctx.app, ctx.db, concluded.agreementId);
}

async function issue(
  { app, db }: Ctx<Actor | null, Tx>,
  { agreementId, settlementId, individualId, legalEntityId, number }: Concluded,
  { kind, version }: { kind: string; version: number },
  facts: object,
): Promise<void> {
  await db
    .insertInto('issuedDocuments')
    .values({
      kind,
      number,
      agreementId,
      settlementId,
      individualId,
      legalEntityId,
      templateVersion: version,
      factsSealed: app.secrets.seal(factsPlace, facts),
      factsSha256: hashOf(facts),
      verifyCode: newVerifyCode(),
    })
    .execute();
}

const newVerifyCode = (): string =>
  Array.from({ length: VERIFY_LENGTH }, () => VERIFY_ALPHABET[randomInt(VERIFY_ALPHABET.length)]).join('');
