import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { ConsentKind } from '#domain/parties/consent.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { consentTexts } from './texts.ts';

export type Audience = 'individual' | 'employee';

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

/** Keeps each signed document as a row of its own: which text, when, from where. Who has signed it already signs nothing new. */
export async function keepConsents(ctx: Ctx, tx: Tx, accountId: number, given: readonly number[]): Promise<void> {
  if (given.length === 0) return;
  await tx
    .insertInto('consents')
    .values(given.map((documentId) => ({ accountId, documentId, ip: ctx.origin.ip })))
    .onConflict((same) => same.columns(['accountId', 'documentId']).where('revokedAt', 'is', null).doNothing())
    .execute();
}

/** Documents that are signed where somebody's data are handed to the partner. */
type PartnerConsent = 'personal-data-partner' | 'company-data-partner';

const newest = (db: Db, kind: ConsentKind) =>
  db
    .selectFrom('consentDocuments')
    .select(['id', 'title', 'body'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();

/** The partner's document as it reads now. */
export async function partnerConsent({ db }: Ctx, kind: PartnerConsent): Promise<{ title: string; body: string }> {
  const { title, body } = await newest(db, kind);
  return { title, body };
}

/** Keeps that the actor has signed it. */
export async function keepPartnerConsent(ctx: Ctx, tx: Tx, accountId: number, kind: PartnerConsent): Promise<void> {
  await keepConsents(ctx, tx, accountId, [(await newest(tx, kind)).id]);
}

/**
 * Brings the documents of the code into the database at start. A published text never changes: a new wording is a
 * new version.
 * @throws Error when the text of a published version was changed in place
 */
export async function publishConsents(tx: Tx): Promise<void> {
  for (const { kind, version, title, body, required, audience } of consentTexts) {
    const sha256 = createHash('sha256').update(body).digest('hex');
    const kept = await tx
      .selectFrom('consentDocuments')
      .select('sha256')
      .where('kind', '=', kind)
      .where('version', '=', version)
      .executeTakeFirst();
    if (kept && kept.sha256 !== sha256)
      throw new Error(`Текст согласия ${kind} версии ${version} изменён: нужна новая версия`);
    if (kept) continue;
    await tx
      .insertInto('consentDocuments')
      .values({ kind, version, title, body, required, audience: [...audience], sha256 })
      .execute();
  }
}
