import type { SignatureFacts } from '#domain/documents/agreement-facts.ts';
import type { ConsentFacts, SigningFacts } from '#domain/documents/signing-protocol.ts';
import type { Db } from '#server/platform/database/db.ts';
import { personName } from '#server/platform/person-name.ts';

/** How far the letter with the code has got when the document was signed. */
const deliveries: Readonly<Record<string, string>> = {
  queued: 'письмо в очереди',
  sending: 'письмо передаётся почтовой службе',
  sent: 'письмо принято почтовой службой',
  failed: 'почтовая служба не приняла письмо',
  unknown: 'ответа почтовой службы нет',
};

/**
 * How both sides have signed an offer, in the order of signing.
 * @param textFingerprint of the text that they have signed
 */
export async function signingsOf(db: Db, offerId: number, textFingerprint: string): Promise<SigningFacts[]> {
  const rows = await db
    .selectFrom('signatures as s')
    .innerJoin('accounts as a', 'a.id', 's.accountId')
    .leftJoin('oneTimeCodes as c', 'c.id', 's.codeId')
    .leftJoin('letters as l', 'l.id', 'c.letterId')
    .select([
      's.id',
      's.side',
      's.accountId',
      's.codeId',
      's.sessionId',
      's.ip',
      's.userAgent',
      's.termsHash',
      's.signedAt',
      's.method',
      's.limitationShownAt',
      's.signatory',
    ])
    .select(['a.phone', 'a.email', 'c.createdAt as codeSentAt', 'l.recipient', 'l.status as delivery'])
    .select(personName('s.accountId').as('fullName'))
    .select((eb) =>
      eb
        .selectFrom('textReadings as r')
        .select('r.readAt')
        .whereRef('r.accountId', '=', 's.accountId')
        .whereRef('r.settlementId', '=', 's.settlementId')
        .where('r.sha256', '=', textFingerprint)
        .whereRef('r.readAt', '<=', 's.signedAt')
        .as('textReadAt'),
    )
    .where('s.offerId', '=', offerId)
    .orderBy('s.id')
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      side: row.side === 'individual' ? 'Должник' : 'Кредитор',
      // As he was called when he signed for a company.
      fullName: row.signatory?.fullName ?? row.fullName ?? '',
      ...(row.signatory && { signatory: row.signatory }),
      accountId: row.accountId,
      phone: row.phone,
      codeSentTo: row.method === 'policy' ? null : (row.recipient ?? row.email),
      operationCode: `${row.id}-${row.codeId ?? 0}`,
      codeSentAt: row.codeSentAt,
      delivery: deliveries[row.delivery ?? ''] ?? 'нет сведений',
      signedAt: row.signedAt,
      sessionId: row.sessionId,
      ip: row.ip,
      userAgent: row.userAgent,
      termsSha256: row.termsHash,
      textFingerprint,
      limitationShownAt: row.limitationShownAt,
      textReadAt: row.textReadAt,
      consents: await consentsOf(db, row.accountId, row.signedAt),
    })),
  );
}

/** What an account had agreed to, and not taken back, in the moment of signing. */
async function consentsOf(db: Db, accountId: number, signedAt: Date): Promise<ConsentFacts[]> {
  return db
    .selectFrom('consents as c')
    .innerJoin('consentDocuments as d', 'd.id', 'c.documentId')
    .select(['d.title', 'd.version', 'd.sha256', 'c.givenAt'])
    .where('c.accountId', '=', accountId)
    .where('c.givenAt', '<=', signedAt)
    .where((eb) => eb.or([eb('c.revokedAt', 'is', null), eb('c.revokedAt', '>', signedAt)]))
    .orderBy('c.id')
    .execute();
}

/** A signature as the agreement prints it. */
export const signatureOf = (signing: SigningFacts): SignatureFacts => ({
  fullName: `${signing.side}: ${signing.fullName}`,
  ...(signing.signatory && { signatory: signing.signatory }),
  phone: signing.phone,
  codeSentTo: signing.codeSentTo,
  signedAt: signing.signedAt,
  operationCode: signing.operationCode,
  documentSha256: signing.termsSha256,
  ...(signing.textFingerprint !== undefined && { textFingerprint: signing.textFingerprint }),
});
