import { Readable } from 'node:stream';
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { lintTemplate, type Vocabulary } from '#domain/documents/document-template.ts';
import { TEMPLATES, type TemplateKind } from '#domain/documents/templates.ts';
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { agreementText } from './agreement-text.queries.ts';
import { ofSettlement } from './assignment/assignment-notices.queries.ts';
import { type AgreementTerms, agreementFacts } from './facts.ts';
import { publishedForm } from './forms.queries.ts';
import { factsIn, printed, SIGNED_KINDS, type Signed } from './make.ts';
import { signatureOf, signingsOf } from './signings.ts';

/** The terms of the active offer of a settlement, and its id. */
interface OfferedTerms {
  agreed: AgreementTerms;
  offerId: number;
}

const watermark = 'Предпросмотр';

/**
 * A document of a settlement by any version of its form, marked as a preview: nothing is issued or kept. It says what
 * the settlement has: the terms of its active offer, or what its last document of the kind has told.
 * @throws Refusal `document.absent` where there is nothing to say, or the form speaks of what nobody knows any more
 */
export async function previewDocument(
  ctx: Ctx,
  settlementId: number,
  templateId: number,
  terms: OfferedTerms | null,
): Promise<FileAnswer> {
  const template = await publishedForm(ctx.db, { id: templateId });
  const kind = template.kind as TemplateKind;
  const vocabulary: Vocabulary<never> = TEMPLATES[kind].vocabulary;
  if (lintTemplate(template, vocabulary).length > 0) throw noDocument('Эту версию формы больше нечем заполнить');
  const facts =
    kind === 'agreement' && terms ? await offered(ctx, terms, template.version) : await told(ctx, settlementId, kind);
  if (!facts) throw noDocument('Такого документа у урегулирования ещё нет: форму нечем заполнить');
  const name = `${watermark}: ${DOCUMENT_KINDS[kind]}`;
  const foot = `${watermark} · версия формы ${template.version}`;
  const pdf = await ctx.app.printer.print({
    name,
    blocks: printed(template, facts),
    foot,
    check: null,
    watermark,
    issuedAt: ctx.now,
  });
  return { name: `${name}.pdf`, stream: Readable.from([pdf]) };
}

const noDocument = (detail: string): Refusal => new Refusal('document.absent', { detail });

async function offered(ctx: Ctx, { agreed, offerId }: OfferedTerms, version: number): Promise<unknown> {
  const { sha256 } = await agreementText(ctx, agreed, version);
  const signings = await signingsOf(ctx.db, offerId, sha256);
  return agreementFacts(ctx, agreed, signings.map(signatureOf), version);
}

/** What the last document of a kind has told. */
async function told({ app, db }: Ctx, settlementId: number, kind: string): Promise<unknown> {
  const row = await db
    .selectFrom('issuedDocuments as d')
    .select(['d.kind', 'd.factsSealed', 'd.factsSha256', 'd.agreementId', 'd.offerId'])
    .where(ofSettlement(settlementId))
    .where('d.kind', '=', kind)
    .orderBy('d.id', 'desc')
    .executeTakeFirst();
  return row && factsIn(app, row, kind === 'signing_protocol' ? await signedWith(db, row) : null);
}

/** The paper that the same offer has concluded. */
async function signedWith(
  db: Ctx['db'],
  { agreementId, offerId }: { agreementId: number | null; offerId: number | null },
): Promise<Signed | null> {
  const row = await db
    .selectFrom('issuedDocuments')
    .select(['verifyCode', 'sha256'])
    .where('agreementId', '=', agreementId)
    .where('offerId', offerId === null ? 'is' : '=', offerId)
    .where('kind', 'in', [...SIGNED_KINDS])
    .executeTakeFirst();
  return row && row.sha256 !== null ? { verifyCode: row.verifyCode, sha256: row.sha256 } : null;
}
