import { sql } from 'kysely';
import { type ContactAnswer, type ContactStatus, mayContact } from '#domain/parties/contact-law.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { BusinessCalendar } from '#domain/values/business-calendar.ts';
import type { Db } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { entryTables } from '../kinds.ts';

/** No limit of the law counts further back. */
const countedFor = sql`interval '62 days'`;

/** The column of a notice that names its entry. */
export const noticeColumn = (kind: RegistryKind) => sql.ref(kind === 'full' ? 'entry_id' : 'simple_entry_id');
/** The notices of the entry that `of` names. */
export const noticesOf = (kind: RegistryKind, of: 'e' | 'o' = 'e') =>
  lookup('entry_notices', sql`${noticeColumn(kind)} = ${sql.ref(`${of}.id`)}`);

/**
 * When the creditor has written, or will write, to debtors: by their ИНН, for they may not be here yet. What was refused or
 * never sent counts nothing.
 */
export async function contactsOf(db: Db, legalEntityId: number, inns: readonly string[]): Promise<Map<string, Date[]>> {
  const noticesIn = (kind: RegistryKind) => sql`
    select d.inn, coalesce(n.sent_at, n.planned_at) as at
    from unnest(${inns}::text[]) as d (inn)
      join lateral ${lookup(entryTables[kind], sql`debtor_inn = d.inn`)} e on e.legal_entity_id = ${legalEntityId}
      join lateral ${noticesOf(kind)} n on n.status in ('planned', 'sent')
        and coalesce(n.sent_at, n.planned_at) > now() - ${countedFor}`;
  const { rows } = await sql<{ inn: string; at: Date }>`${noticesIn('full')} union all ${noticesIn('simple')}`.execute(
    db,
  );
  const found = new Map<string, Date[]>();
  for (const row of rows) found.set(row.inn, [...(found.get(row.inn) ?? []), row.at]);
  return found;
}

/** Whom a letter would reach, and whether it may be sent to him. */
interface Reach {
  hasAddress: boolean;
  consents: boolean;
}

/** What is asked of a debtor besides his reach. */
export interface Judged {
  flag: ContactStatus;
  zone: string;
}

/** Asks the law about one letter. */
export const judgeContact = (
  { flag, zone, hasAddress, consents }: Judged & Reach,
  contacts: readonly Date[],
  { now, calendar }: { now: Date; calendar: BusinessCalendar },
): ContactAnswer =>
  mayContact({
    status: flag,
    hasAddress,
    consents,
    zone,
    contacts,
    now,
    isDayOff: (day) => !calendar.isWorkingDay(day),
  });

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
