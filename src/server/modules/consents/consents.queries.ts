import { type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { type ConsentKind, HOLDING_WORDING, SIGNING_RULES_WORDING } from '#domain/parties/consent.ts';
import type { Actor, Ctx, Writing } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The documents of one kind that somebody has signed and not taken back; an older wording holds until then, unless it is named as not holding. */
const inForce = (db: Db, kind: ConsentKind) =>
  db
    .selectFrom('consents as c')
    .innerJoin('consentDocuments as d', 'd.id', 'c.documentId')
    .select('c.id')
    .where('d.kind', '=', kind)
    .where('d.wording', '>=', HOLDING_WORDING[kind] ?? 0)
    .where('c.revokedAt', 'is', null);

/** Whether a person agrees to something now. */
export const personConsents = async (db: Db, individualId: number, kind: ConsentKind): Promise<boolean> =>
  (await inForce(db, kind)
    .where(sql<SqlBool>`c.account_id = (select account_id from individuals where id = ${individualId})`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Whether a person agrees no more to something that was told in a moment; also once the consent that he took back is deleted.
 * What was told before anybody could agree is free until he has agreed and taken that back.
 * @param individual the column of his id, as `l.individualId`
 * @param told the column of that moment
 */
export const lacksConsent = (kind: ConsentKind, individual: string, told: string) => sql<boolean>`coalesce((
  select bool_and(c.revoked_at is not null) from consents c
    join consent_documents d on d.id = c.document_id and d.kind = ${kind}
    join individuals i on i.account_id = c.account_id where i.id = ${sql.ref(individual)}),
  ${sql.ref(told)} >= (select min(d.created_at) from consent_documents d where d.kind = ${kind}))`;

/** Whether a person has agreed to something and has taken that back, all of it; false of one who has never agreed. */
export async function withdrewConsent(db: Db, individualId: number, kind: ConsentKind): Promise<boolean> {
  const { rows } = await sql<{ withdrew: boolean | null }>`
    select bool_and(c.revoked_at is not null) as withdrew from consents c
      join consent_documents d on d.id = c.document_id and d.kind = ${kind}
      join individuals i on i.account_id = c.account_id where i.id = ${individualId}`.execute(db);
  return rows[0]?.withdrew === true;
}

/**
 * Demands that the one who acts agrees to what follows from his act: until it is done he takes nothing back.
 * @throws Refusal `consent.needed`
 */
export async function demandOwnConsent({ db, actor }: Writing, kind: ConsentKind): Promise<void> {
  const own = inForce(db, kind).where('c.accountId', '=', actor.accountId);
  const given = await own.limit(1).forShare('c').executeTakeFirst();
  if (!given) throw new Refusal('consent.needed');
}

/**
 * Demands that the one who signs has joined the rules that bind all participants (63-ФЗ ст. 6 ч. 2, ст. 9): without them his
 * code signs nothing.
 * @throws Refusal `rules.needed`
 */
export async function demandSigningRules({ db, actor }: Ctx<Actor>): Promise<void> {
  const joined = await inForce(db, 'pep-agreement')
    .where('c.accountId', '=', actor.accountId)
    .where('d.wording', '>=', SIGNING_RULES_WORDING)
    .limit(1)
    .executeTakeFirst();
  if (!joined) throw new Refusal('rules.needed');
}
