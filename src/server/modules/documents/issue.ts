import { randomInt } from 'node:crypto';
import { VERIFY_ALPHABET, VERIFY_LENGTH } from '#domain/parties/verify-code.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { Concluded } from './facts.ts';
import { factsPlace } from './make.ts';

/** Who issues: a request or a job. */
export type Issuing = Pick<Ctx<Actor | null, Tx>, 'app' | 'db' | 'now'>;

/** What a document is about. */
type Subject = Pick<Concluded, 'agreementId' | 'settlementId' | 'individualId' | 'legalEntityId' | 'number'> & {
  /** Of a receipt. */
  paymentId?: number | null;
  /** By which both have signed a change of the agreement. */
  offerId?: number | null;
};

/** Writes down and seals what a document tells; its file is made by a job. @returns its id */
export async function issue(
  { app, db }: Pick<Issuing, 'app' | 'db'>,
  { agreementId, settlementId, individualId, legalEntityId, number, paymentId = null, offerId = null }: Subject,
  { kind, version }: { kind: string; version: number },
  facts: object,
): Promise<number> {
  const { id } = await db
    .insertInto('issuedDocuments')
    .values({
      kind,
      number,
      agreementId,
      settlementId,
      individualId,
      legalEntityId,
      paymentId,
      offerId,
      templateVersion: version,
      factsSealed: app.secrets.seal(factsPlace, facts),
      factsSha256: hashOf(facts),
      verifyCode: newVerifyCode(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const newVerifyCode = (): string =>
  Array.from({ length: VERIFY_LENGTH }, () => VERIFY_ALPHABET[randomInt(VERIFY_ALPHABET.length)]).join('');
