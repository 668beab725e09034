import { sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { Reach } from '#server/modules/contacts/contacts.queries.ts';
import type { Db } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';

/** The column of a notice that names its entry. */
export const noticeColumn = (kind: RegistryKind) => sql.ref(kind === 'full' ? 'entry_id' : 'simple_entry_id');
/** The notices of the entry that `of` names. */
export const noticesOf = (kind: RegistryKind, of: 'e' | 'o' = 'e') =>
  lookup('entry_notices', sql`${noticeColumn(kind)} = ${sql.ref(`${of}.id`)}`);

/** The channel of letters for the account `a`: agreed to and not taken back, or named in a contract and never refused. */
const isAgreed = (contractEmail: ReturnType<typeof sql>) => sql<boolean>`
  exists (select from consents c join consent_documents d on d.id = c.document_id
    where c.account_id = a.id and d.kind = 'interaction-channels' and c.revoked_at is null)
  or (lower(${contractEmail}) = lower(a.email) and not exists (select from consents c join consent_documents d on d.id = c.document_id
    where c.account_id = a.id and d.kind = 'interaction-channels'))`;

/** Somebody of the platform, with the address that a creditor's contract names: it may be agreed to in the one and not in the other. */
interface Named {
  individualId: number;
  email: string | null;
}

/** Whether a letter of a creditor reaches people of the platform and they agree to it, as a question about each of those asked for. */
export async function reachOfPeople(
  db: Db,
  people: readonly Named[],
): Promise<(person: Named) => (Reach & { address: string }) | undefined> {
  const { rows } = await sql<Reach & Named & { address: string }>`
    select i.id as individual_id, asked.email, a.email as address, true as has_address, ${isAgreed(sql`asked.email`)} as consents
    from unnest(${people.map(({ individualId }) => individualId)}::bigint[], ${people.map(({ email }) => email)}::text[])
        as asked (id, email)
      join individuals i on i.id = asked.id join accounts a on a.id = i.account_id`.execute(db);
  const keyOf = ({ individualId, email }: Named): string => `${individualId} ${email ?? ''}`;
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return (person) => found.get(keyOf(person));
}

/** Addresses that contracts name and whose owners, being here under another ИНН or none, have refused such letters. */
export async function refusingAddresses(db: Db, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ email: string }>`
    select asked.email from unnest(${emails}::text[]) as asked (email)
      join accounts a on a.email = lower(asked.email)
    where not (${isAgreed(sql`asked.email`)})`.execute(db);
  return new Set(rows.map(({ email }) => email));
}
