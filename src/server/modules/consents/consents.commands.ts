import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { ConsentKind, PublicDocumentKind } from '#domain/parties/consent.ts';
import { formatOperatingCompany } from '#domain/settings/operating-company.ts';
import { operatingCompaniesOf } from '#server/modules/operating-companies/operating-companies.queries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { publicTexts } from './public-texts.ts';
import { type Audience, consentTexts } from './texts.ts';

/** The current version of each document that this kind of person signs. */
export const currentDocuments = (db: Db, audience: Audience) =>
  db
    .selectFrom('consentDocuments')
    .selectAll()
    .distinctOn('kind')
    .where(sql<SqlBool>`${audience} = any(audience)`)
    .orderBy('kind')
    .orderBy('version', 'desc')
    .execute();

/** @throws Refusal `input.invalid` when a required document is not signed, or a signed one is not the current text. */
export async function demandConsents(db: Db, audience: Audience, given: readonly number[]): Promise<void> {
  const current = await currentDocuments(db, audience);
  const known = new Set(current.map((document) => document.id));
  if (given.some((id) => !known.has(id))) {
    throw new Refusal('input.invalid', { fields: { consents: 'Документ обновился: прочитайте его ещё раз' } });
  }
  const missing = current.find((document) => document.required && !given.includes(document.id));
  if (missing) throw new Refusal('input.invalid', { fields: { consents: `Нужно согласие: ${missing.title}` } });
}

/** Stores each signed document as a row of its own: which text, when, from where. Who has signed it already signs nothing new. */
export async function insertConsents(ctx: Ctx, tx: Tx, accountId: number, given: readonly number[]): Promise<void> {
  if (given.length === 0) return;
  await tx
    .insertInto('consents')
    .values(given.map((documentId) => ({ accountId, documentId, ip: ctx.origin.ip })))
    .onConflict((same) => same.columns(['accountId', 'documentId']).where('revokedAt', 'is', null).doNothing())
    .execute();
}

/** Documents that are signed where somebody's data are handed to the partner. */
type PartnerConsent = 'personal-data-partner' | 'company-data-partner';

/** A document as it reads now. */
export const newestDocument = (db: Db, kind: ConsentKind | PublicDocumentKind) =>
  db
    .selectFrom('consentDocuments')
    .select(['id', 'version', 'title', 'body', 'sha256', 'createdAt'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** What nobody is asked for at sign-up: a debtor signs it where he does what it is about. */
const WHERE_NEEDED = ['health-data', 'autopayment'] as const satisfies readonly ConsentKind[];

/** The documents of that kind as they read now, for whoever may sign them. */
export async function whereNeeded(db: Db, signer: Audience) {
  const documents: (Awaited<ReturnType<typeof newestDocument>> & { kind: ConsentKind })[] = [];
  for (const kind of signer === 'individual' ? WHERE_NEEDED : [])
    documents.push({ ...(await newestDocument(db, kind)), kind });
  return documents;
}

/** The partner's document as it reads now. */
export async function partnerConsent({ db }: Ctx, kind: PartnerConsent): Promise<{ title: string; body: string }> {
  const { title, body } = await newestDocument(db, kind);
  return { title, body };
}

/** Stores that the actor has signed it. */
export async function insertPartnerConsent(ctx: Ctx, tx: Tx, accountId: number, kind: PartnerConsent): Promise<void> {
  await insertConsents(ctx, tx, accountId, [(await newestDocument(tx, kind)).id]);
}

/**
 * Brings the documents of the code into the database, with the companies that run the platform by their names. A published
 * text never changes: a new wording, or another name in it, is a new version. A newer wording, of a newer program beside
 * this one, stays.
 * @throws Error when the wording of a published version was changed in place
 */
export async function publishConsents(tx: Tx): Promise<void> {
  // Two changes at once, or a start beside one, publish one after another, each by the names as they are then.
  await sql`select pg_advisory_xact_lock(hashtextextended('consents', 0))`.execute(tx);
  const { platform, rnko } = await operatingCompaniesOf(tx);
  const names = {
    platform: formatOperatingCompany(platform),
    rnko: formatOperatingCompany(rnko),
    email: platform.email,
  };
  const texts = [...consentTexts, ...publicTexts.map((text) => ({ ...text, required: false, audience: [] }))];
  for (const { kind, wording, title, body, required, audience } of texts) {
    const named = withNames(body, names);
    const [wordingSha256, sha256] = [sha256Of(body), sha256Of(named)];
    const newest = await tx
      .selectFrom('consentDocuments')
      .select(['version', 'wording', 'wordingSha256', 'sha256'])
      .where('kind', '=', kind)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest?.wording === wording && newest.wordingSha256 !== wordingSha256)
      throw new Error(`Текст документа ${kind} редакции ${wording} изменён: нужна новая редакция`);
    if (newest && (newest.wording > wording || newest.sha256 === sha256)) continue;
    const version = (newest?.version ?? 0) + 1;
    await tx
      .insertInto('consentDocuments')
      .values({ kind, version, wording, title, body: named, required, audience: [...audience], sha256, wordingSha256 })
      .execute();
  }
}

/** @throws Error when a text asks for a name that nobody has told */
function withNames(text: string, names: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const company = names[name];
    if (company === undefined) throw new Error(`В тексте документа неизвестное имя: ${name}`);
    return company;
  });
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
