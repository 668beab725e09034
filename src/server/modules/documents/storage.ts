import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Uploaded } from '#contract/kernel/file.ts';
import type { App } from '#server/platform/app.ts';
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts';
import type { Files } from '#server/platform/files/files.ts';
import { auditReading } from '#server/platform/state/write.ts';

const maxBytes = 20 * 1024 * 1024;

/** Where documents are stored: apart from what people have sent, because these are never taken away. */
export const documentStore = ({ files }: Pick<App, 'files'>): Files => files.inFolder('documents');

/** Puts a finished document into the storage. */
export const storeDocument = (app: App, pdf: Buffer): Promise<Uploaded> =>
  documentStore(app).receive(Readable.from([pdf]), 'document.pdf', { kinds: ['pdf'], maxBytes });

/** Takes back a file that no row has taken. */
export const dropDocument = (app: App, key: string): Promise<void> => documentStore(app).remove(key);

/** A document as it was made. @throws Error when the file is not the one that was stored: a damaged one is never shown */
export async function openDocument(
  app: App,
  { fileKey, sha256 }: { fileKey: string; sha256: string },
): Promise<Buffer> {
  const pdf = await buffer(documentStore(app).read(fileKey));
  if (createHash('sha256').update(pdf).digest('hex') !== sha256) throw new Error('A stored document is damaged');
  return pdf;
}

/** A document as far as its file goes. */
interface Stored {
  id: number;
  kind: string;
  number: string;
  fileKey: string | null;
  sha256: string | null;
}
export const storedColumns = ['d.id', 'd.kind', 'd.number', 'd.fileKey', 'd.sha256'] as const;

/**
 * Sends a document. It names a person in full, so whoever is not that person is written down.
 * @throws Refusal `document.unmade` while the file is being made
 */
export async function sendDocument(ctx: Ctx, { id, kind, number, fileKey, sha256 }: Stored): Promise<FileAnswer> {
  if (fileKey === null || sha256 === null) throw new Refusal('document.unmade');
  const pdf = await openDocument(ctx.app, { fileKey, sha256 });
  if (ctx.actor?.kind !== 'individual') {
    await auditReading(ctx, ctx.db, {
      objectType: 'issued_documents',
      objectId: id,
      after: { kind, number },
      reason: null,
    });
  }
  const title = DOCUMENT_KINDS[kind as keyof typeof DOCUMENT_KINDS];
  return { name: `${title} ${number}.pdf`, stream: Readable.from([pdf]) };
}

/** Removes files that a node has left when it died between the storage and the row. */
export const sweepDocuments = (app: App, olderThanMs?: number): Promise<number> =>
  documentStore(app).sweep(async (keys) => {
    if (keys.length === 0) return new Set();
    const { db } = app.database;
    const known = await db.selectFrom('issuedDocuments').select('fileKey').where('fileKey', 'in', keys).execute();
    return new Set(known.flatMap(({ fileKey }) => fileKey ?? []));
  }, olderThanMs);
