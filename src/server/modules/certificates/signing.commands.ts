import type { CreditorPaperSignature } from '#domain/documents/creditor-paper.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import type { Writing } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';

/** Writes down that the actor has signed a text in a company's name. @returns the id of the signature */
export async function insertSignature(
  { db, actor, origin, now }: Writing,
  { signatory, ...signed }: { legalEntityId: number; codeId: number; textSha256: string; signatory: Signatory },
): Promise<number> {
  const { id } = await db
    .insertInto('creditorSignatures')
    .values({
      ...signed,
      signatory: jsonText(signatory),
      accountId: actor.accountId,
      sessionId: actor.sessionId,
      ip: origin.ip,
      userAgent: origin.userAgent,
      signedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A signature that somebody has given by a code, as papers name it. */
type CodeSignature = Pick<CreditorPaperSignature, 'phone' | 'codeSentTo' | 'signedAt'> & {
  signatory: Signatory;
  operationCode: string;
};

/** A signature as papers name it. */
export async function signatureFacts(db: Db, id: number): Promise<CodeSignature> {
  const row = await db
    .selectFrom('creditorSignatures as s')
    .innerJoin('accounts as a', 'a.id', 's.accountId')
    .leftJoin('oneTimeCodes as c', 'c.id', 's.codeId')
    .leftJoin('letters as l', 'l.id', 'c.letterId')
    .select(['s.id', 's.codeId', 's.signedAt', 'a.phone', 'a.email', 'l.recipient', 's.signatory'])
    .where('s.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    signatory: row.signatory,
    phone: row.phone,
    codeSentTo: row.recipient ?? row.email,
    signedAt: row.signedAt,
    operationCode: operationCodeOf(row),
  };
}

/** «С15-203»: the signature, and the code by which it was given. */
const operationCodeOf = ({ id, codeId }: { id: number; codeId: number | null }): string => `С${id}-${codeId ?? 0}`;
