import { randomInt } from 'node:crypto';
import { VERIFY_ALPHABET, VERIFY_LENGTH } from '#domain/parties/verify-code.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { ConcludedAgreement } from './facts.ts';
import { factsContext } from './make.ts';

/** Who issues: a request or a job. */
export type Issuing = Pick<Ctx<Actor | null, Tx>, 'app' | 'db' | 'now'>;

type OfAgreement = Pick<ConcludedAgreement, 'agreementId' | 'settlementId'> & {
  /** Of a receipt. */
  paymentId?: number | null;
  /** By which both have signed a change of the agreement. */
  offerId?: number | null;
};
type OfClaim = { registryEntryId: number };
type About = Partial<OfAgreement & OfClaim>;

/** What a document is about: an agreement, or a claim before there is any. */
type Subject = Pick<ConcludedAgreement, 'individualId' | 'legalEntityId' | 'number'> & (OfAgreement | OfClaim);

/** Writes down and seals what a document says; its file is made by a job. @returns its id */
export async function issue(
  { app, db }: Pick<Issuing, 'app' | 'db'>,
  { individualId, legalEntityId, number, ...about }: Subject,
  { kind, version }: { kind: string; version: number },
  facts: object,
): Promise<number> {
  const { agreementId, settlementId, registryEntryId, paymentId, offerId }: About = about;
  const { id } = await db
    .insertInto('issuedDocuments')
    .values({
      kind,
      number,
      agreementId: agreementId ?? null,
      settlementId: settlementId ?? null,
      registryEntryId: registryEntryId ?? null,
      individualId,
      legalEntityId,
      paymentId: paymentId ?? null,
      offerId: offerId ?? null,
      templateVersion: version,
      factsSealed: app.secrets.seal(factsContext, facts),
      factsSha256: hashOf(facts),
      verifyCode: newVerifyCode(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const newVerifyCode = (): string =>
  Array.from({ length: VERIFY_LENGTH }, () => VERIFY_ALPHABET[randomInt(VERIFY_ALPHABET.length)]).join('');
