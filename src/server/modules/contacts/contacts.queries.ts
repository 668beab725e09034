import { sql } from 'kysely';
import { type ContactAnswer, type ContactKind, type ContactStatus, mayContact } from '#domain/parties/contact-law.ts';
import type { BusinessCalendar } from '#domain/values/business-calendar.ts';
import type { Db } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';

/** No limit of the law counts further back. */
const COUNTED_MS = 62 * 24 * 3_600_000;

const entries = [
  { table: 'registry_entries', notice: 'entry_id', record: 'registry_entry_id' },
  { table: 'simple_registry_entries', notice: 'simple_entry_id', record: 'simple_entry_id' },
] as const;

/**
 * When a creditor has had, or has planned, a contact of a kind with debtors: by their ИНН, for they may not be here yet. Letters are in
 * the journal of notices, all else in the records of contacts. What was refused, given up or has failed counts nothing.
 * @param at the instant that is asked about
 */
export async function contactsOf(
  db: Db,
  legalEntityId: number,
  inns: readonly string[],
  kind: ContactKind = 'message',
  at = new Date(),
): Promise<Map<string, Date[]>> {
  const since = sql`${new Date(at.getTime() - COUNTED_MS)}::timestamptz`;
  const debtors = sql`unnest(${inns}::text[]) as d (inn)`;
  const letters = entries.map(
    ({ table, notice }) => sql`
    select d.inn, coalesce(n.sent_at, n.planned_at) as at from ${debtors}
      join lateral ${lookup(table, sql`debtor_inn = d.inn`)} e on e.legal_entity_id = ${legalEntityId}
      join lateral ${lookup('entry_notices', sql`${sql.ref(notice)} = e.id`)} n on n.status in ('planned', 'sent')
        and coalesce(n.sent_at, n.planned_at) > ${since}`,
  );
  const counted = sql`c.kind = ${kind} and c.source <> 'letter' and c.status in ('planned', 'held') and c.at > ${since}`;
  const records = entries.map(
    ({ table, record }) => sql`
    select d.inn, c.at from ${debtors}
      join lateral ${lookup(table, sql`debtor_inn = d.inn`)} e on e.legal_entity_id = ${legalEntityId}
      join lateral ${lookup('contact_records', sql`${sql.ref(record)} = e.id`)} c on ${counted}`,
  );
  // Of a debt that stands in no registry yet, as a request names it.
  const talks = sql`
    select d.inn, c.at from ${debtors} join individuals i on i.inn = d.inn
      join lateral ${lookup('contact_records', sql`individual_id = i.id`)} c on c.legal_entity_id = ${legalEntityId}
        and c.registry_entry_id is null and c.simple_entry_id is null and ${counted}`;
  const all = [...(kind === 'message' ? letters : []), ...records, talks];
  const { rows } = await sql<{ inn: string; at: Date }>`${sql.join(all, sql` union all `)}`.execute(db);
  const found = new Map<string, Date[]>();
  for (const row of rows) found.set(row.inn, [...(found.get(row.inn) ?? []), row.at]);
  return found;
}

/** The same of one who is known by himself alone: his ИНН is not known yet. */
export async function contactsWithPerson(
  db: Db,
  legalEntityId: number,
  individualId: number | null,
  kind: ContactKind,
  at: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom('contactRecords')
    .select('at')
    .where('individualId', '=', individualId)
    .where('legalEntityId', '=', legalEntityId)
    .where('kind', '=', kind)
    .where('status', 'in', ['planned', 'held'])
    .where('at', '>', new Date(at.getTime() - COUNTED_MS))
    .execute();
  return rows.map((row) => row.at);
}

/** Whom a letter would reach, and whether it may be sent to him. */
export interface Reach {
  hasAddress: boolean;
  consents: boolean;
}

/** What is asked of a debtor besides his reach. */
export interface Judged {
  flag: ContactStatus;
  /** Null while nobody knows where he lives. */
  zone: string | null;
  /** All zones that his claims name. */
  zones?: readonly string[] | null;
}

/** Asks the law about one contact. */
export const judgeContact = (
  { flag, zone, zones = null, hasAddress, consents }: Judged & Reach,
  contacts: readonly Date[],
  { now, calendar, kind = 'message' }: { now: Date; calendar: BusinessCalendar; kind?: ContactKind },
): ContactAnswer =>
  mayContact({
    kind,
    status: flag,
    hasAddress,
    consents,
    zone,
    zones,
    contacts,
    now,
    isDayOff: (day) => !calendar.isWorkingDay(day),
  });

/** The same without one of them: what is asked about anew does not count against itself. */
export function withoutOwn(contacts: readonly Date[], own: Date): readonly Date[] {
  const index = contacts.findIndex((at) => at.getTime() === own.getTime());
  return index < 0 ? contacts : contacts.toSpliced(index, 1);
}
