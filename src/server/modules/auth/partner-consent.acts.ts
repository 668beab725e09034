import type { Ctx } from '#server/platform/ctx.ts';
import type { Db, Tx } from '#server/platform/db.ts';

/** Documents that are signed where somebody's data are handed to the partner. */
type PartnerConsent = 'personal-data-partner' | 'company-data-partner';

const current = (db: Db, kind: PartnerConsent) =>
  db
    .selectFrom('consentDocuments')
    .select(['id', 'title', 'body'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();

/** The document as it reads now. */
export async function partnerConsent({ db }: Ctx, kind: PartnerConsent): Promise<{ title: string; body: string }> {
  const { title, body } = await current(db, kind);
  return { title, body };
}

/** Keeps that the actor has signed it; who has done so already signs nothing new. */
export async function keepPartnerConsent(ctx: Ctx, tx: Tx, accountId: number, kind: PartnerConsent): Promise<void> {
  const { id: documentId } = await current(tx, kind);
  await tx
    .insertInto('consents')
    .values({ accountId, documentId, ip: ctx.origin.ip })
    .onConflict((same) => same.columns(['accountId', 'documentId']).where('revokedAt', 'is', null).doNothing())
    .execute();
}
