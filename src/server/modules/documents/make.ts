import { sql } from 'kysely';
import { renderSVG } from 'uqr';
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts';
import type { SignatureFacts } from '#domain/documents/agreement-facts.ts';
import type { CreditorPaper } from '#domain/documents/creditor-paper.ts';
import {
  type Block,
  type DocumentTemplate,
  renderTemplate,
  type Vocabulary,
} from '#domain/documents/document-template.ts';
import type { SigningFacts, SigningProtocolFacts } from '#domain/documents/signing-protocol.ts';
import { TEMPLATES, type TemplateKind } from '#domain/documents/templates.ts';
import { formatVerifyCode } from '#domain/parties/verify-code.ts';
import type { App } from '#server/platform/app.ts';
import { hashOf } from '#server/platform/auth/hash.ts';
import type { Db } from '#server/platform/database/db.ts';
import { pageUrl } from '#server/platform/page-url.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import { publishedForm } from './forms.queries.ts';
import { dropDocument, storeDocument } from './storage.ts';

export const factsContext = 'issued_documents.facts';

/** Adds the job that makes the files of an agreement's documents. */
export const enqueueMaking = (app: App, db: Db, agreementId: number): Promise<void> =>
  app.jobs.add(db, 'make-documents', { agreementId }, { key: `documents:${agreementId}` });

interface Issued {
  id: number;
  kind: string;
  number: string;
  templateVersion: number;
  factsSealed: string;
  factsSha256: string;
  verifyCode: string;
  issuedAt: Date;
  sha256: string | null;
  offerId: number | null;
}

const issuedColumns = [
  'id',
  'kind',
  'number',
  'templateVersion',
  'factsSealed',
  'factsSha256',
  'verifyCode',
  'issuedAt',
  'sha256',
  'offerId',
] as const;

/**
 * Makes the files of an agreement that are not made yet: what was signed first, because its protocol names its hash. The
 * same facts give the same file, so a job that died in between is simply run again.
 */
export async function makeDocuments(app: App, { agreementId }: { agreementId: number }): Promise<void> {
  const rows = await app.database.db
    .selectFrom('issuedDocuments')
    .select(issuedColumns)
    .where('agreementId', '=', agreementId)
    .orderBy('id')
    .execute();
  // Papers that one offer has concluded are together: the signed one and the protocol of its signing.
  const signed = new Map<number | null, Signed>();
  for (const row of rows) {
    const sha256: string = row.sha256 ?? (await make(app, row, signed.get(row.offerId) ?? null));
    if (SIGNED_KINDS.has(row.kind)) signed.set(row.offerId, { verifyCode: row.verifyCode, sha256 });
  }
}

/** Makes the file of one document that no job has made: of those that are issued by the thousand few are ever asked for. */
export async function makeDocument(app: App, id: number): Promise<void> {
  const row = await app.database.db
    .selectFrom('issuedDocuments')
    .select(issuedColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (row.sha256 === null) await make(app, row, null);
}

/** The blocks of a document by a form of its kind. */
export function printed(template: DocumentTemplate, facts: unknown): readonly Block[] {
  // A document holds the facts of its own kind, which the compiler cannot follow.
  const vocabulary: Vocabulary<never> = TEMPLATES[template.kind as TemplateKind].vocabulary;
  return renderTemplate(template, vocabulary, facts as never);
}

export const SIGNED_KINDS: ReadonlySet<string> = new Set(['agreement', 'addendum', 'annulment']);

/** The paper whose signing a protocol is about. */
export interface Signed {
  verifyCode: string;
  sha256: string;
}

/** Prints one document by the form it was issued with and keeps its file. @returns its hash */
async function make(app: App, row: Issued, signed: Signed | null): Promise<string> {
  const form = await publishedForm(app.database.db, { kind: row.kind, version: row.templateVersion });
  const pdf = await app.printer.print({
    name: `${DOCUMENT_KINDS[row.kind as keyof typeof DOCUMENT_KINDS]} № ${row.number}`,
    blocks: printed(form, factsIn(app, row, signed)),
    foot: `№ ${row.number} · версия формы ${row.templateVersion}`,
    check: checkOf(app, row.verifyCode),
    issuedAt: row.issuedAt,
  });
  const { key, sha256, size } = await storeDocument(app, pdf);
  const updated = await inSystemTransaction(app.database.db, 'documents.make', (tx) =>
    tx
      .updateTable('issuedDocuments')
      .set({ fileKey: key, sha256, size, madeAt: sql<Date>`now()` })
      .where('id', '=', row.id)
      .where('madeAt', 'is', null)
      .executeTakeFirst(),
  );
  if (updated.numUpdatedRows === 0n) await dropDocument(app, key);
  return sha256;
}

function checkOf(app: App, verifyCode: string) {
  const code = formatVerifyCode(verifyCode);
  const address = pageUrl(app, '/verify/$code', { code });
  return { code, address, qr: renderSVG(address, { ecc: 'M', border: 0 }) };
}

/**
 * What a document says, as it was written down when it was issued.
 * @param signed the paper whose signing a protocol is about
 * @throws Error when the facts are not those that were written down at the signing
 */
export function factsIn(
  { secrets }: App,
  { kind, factsSealed, factsSha256 }: Pick<Issued, 'kind' | 'factsSealed' | 'factsSha256'>,
  signed: Signed | null,
): unknown {
  const facts = secrets.open<unknown>(factsContext, factsSealed);
  if (hashOf(facts) !== factsSha256) throw new Error('The facts of a document were changed');
  switch (kind) {
    case 'agreement':
    case 'addendum':
    case 'annulment':
    case 'shift_notice':
      return revivedSigned(facts as { signatures: readonly SignatureFacts[] });
    case 'signing_protocol':
      return revivedProtocol(facts as SigningProtocolFacts, signed);
    case 'certificate':
    case 'statement':
      return revivedCreditorPaper(facts as CreditorPaper);
    default:
      return revived(facts as { issuedAt: Date }, 'issuedAt');
  }
}

/** Sealed data hold instants as texts. */
const revived = <T extends object, K extends keyof T>(value: T, ...keys: K[]): T => ({
  ...value,
  ...Object.fromEntries(keys.map((key) => [key, value[key] === null ? null : new Date(value[key] as string)])),
});

/** Certificates of before were not signed. */
const revivedCreditorPaper = ({ signature, ...facts }: CreditorPaper): CreditorPaper => ({
  ...revived(facts, 'issuedAt'),
  ...(signature && { signature: revived(signature, 'signedAt') }),
});

const revivedSigned = <Facts extends { signatures: readonly SignatureFacts[] }>(facts: Facts): Facts => ({
  ...facts,
  signatures: facts.signatures.map((one) => revived<SignatureFacts, 'signedAt'>(one, 'signedAt')),
});

/** Protocols of before say nothing of the limitation, nor of whether the text was opened. */
function revivedSigning({ limitationShownAt = null, textReadAt, ...signing }: SigningFacts): SigningFacts {
  const times = { limitationShownAt, ...(textReadAt !== undefined && { textReadAt }) };
  return {
    ...revived<SigningFacts, 'codeSentAt' | 'signedAt'>(signing, 'codeSentAt', 'signedAt'),
    ...revived<typeof times, keyof typeof times>(times, ...(Object.keys(times) as (keyof typeof times)[])),
  };
}

function revivedProtocol(facts: SigningProtocolFacts, signed: Signed | null): SigningProtocolFacts {
  return {
    ...revived(facts, 'concludedAt'),
    agreementCode: signed === null ? '' : formatVerifyCode(signed.verifyCode),
    agreementSha256: signed?.sha256 ?? '',
    signings: facts.signings.map((signing) => ({
      ...revivedSigning(signing),
      consents: signing.consents.map((consent) => revived(consent, 'givenAt')),
    })),
  };
}
