import { sql } from 'kysely';
import { type ContactStatus, mayContact } from '#domain/parties/contact-law.ts';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { calendarIn } from '#server/modules/rates/rates.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { entryTables, objectTypes, type RegistryKey } from '../kinds.ts';
import { noticeColumn } from './invitations.ts';

/** A debtor of a creditor who is to be told of his entries; one message outside for all of them. */
interface Debtor {
  individualId: number;
  legalEntityId: number;
  entryId: number;
  flag: ContactStatus;
  zone: string;
}

/** Tells the debtors whom a load has found: those of its new entries. */
export const noticeNewEntries = (tx: Tx, { id, kind }: RegistryKey): Promise<void> =>
  notice(tx, kind, sql`e.registry_id = ${id} and e.created_at = now()`);

/** Tells one person of the entries that have just been found to be his. */
export const noticeEntriesOf = (tx: Tx, kind: RegistryKind, ids: readonly number[]): Promise<void> =>
  notice(tx, kind, sql`e.id = any(${ids}::bigint[])`);

/**
 * Inside the debtor sees his entries at once, and that is written down. Outside nothing is sent yet: a message is
 * planned for the first moment that the contact law allows, or the reason is kept why there is none (docs/domain.md §12.3).
 * A rejected claim that comes back as a full one is not written about.
 */
async function notice(tx: Tx, kind: RegistryKind, chosen: ReturnType<typeof sql>): Promise<void> {
  const entries = sql.table(entryTables[kind]);
  const column = noticeColumn(kind);
  const found = sql`${entries} e where e.individual_id is not null and e.status = 'notification_sent' and ${chosen}`;
  const { numAffectedRows } =
    await sql`insert into status_history (machine, object_type, object_id, move, from_status, to_status)
    select 'registry-entry', ${objectTypes[kind]}::text, e.id, 'notify', 'search', 'notification_sent' from ${found}`.execute(
      tx,
    );
  if (numAffectedRows === 0n) return;
  await sql`insert into entry_notices (${column}, individual_id, legal_entity_id, channel, status)
    select e.id, e.individual_id, e.legal_entity_id, 'inside', 'shown' from ${found}`.execute(tx);
  const { rows } = await sql<Debtor>`
    select e.individual_id, e.legal_entity_id, min(e.id) as entry_id, max(e.tz) as zone,
      coalesce(min(e.contact_flag) filter (where e.contact_flag <> 'allowed'), 'allowed') as flag
    from ${found} and not exists (select from ${lookup('simple_registry_entries', sql`full_entry_id = e.id`)} s
      where s.reject_reason is not null and ${kind === 'full'}::boolean)
    group by e.individual_id, e.legal_entity_id`.execute(tx);
  if (rows.length > 0) await planOutside(tx, kind, rows);
}

async function planOutside(tx: Tx, kind: RegistryKind, debtors: readonly Debtor[]): Promise<void> {
  const contacts = await contactsWith(tx, debtors);
  const calendar = await calendarIn(tx);
  const now = new Date();
  const planned = debtors.map((debtor) => {
    const answer = mayContact({
      status: debtor.flag,
      hasAddress: true,
      consents: true,
      zone: debtor.zone,
      contacts: contacts.get(pairOf(debtor)) ?? [],
      now,
      isDayOff: (day) => !calendar.isWorkingDay(day),
    });
    return {
      entryId: kind === 'full' ? debtor.entryId : null,
      simpleEntryId: kind === 'simple' ? debtor.entryId : null,
      individualId: debtor.individualId,
      legalEntityId: debtor.legalEntityId,
      channel: 'sms',
      status: answer.nextAt === null ? 'refused' : 'planned',
      reason: answer.reason,
      plannedAt: answer.nextAt,
    };
  });
  for (let from = 0; from < planned.length; from += 1_000) {
    await tx
      .insertInto('entryNotices')
      .values(planned.slice(from, from + 1_000))
      .execute();
  }
}

const pairOf = ({ individualId, legalEntityId }: Pick<Debtor, 'individualId' | 'legalEntityId'>): string =>
  `${individualId} ${legalEntityId}`;

/** Messages planned before, by debtor and creditor: no law counts further back than a month. */
async function contactsWith(tx: Tx, debtors: readonly Debtor[]): Promise<Map<string, Date[]>> {
  const people = [...new Set(debtors.map(({ individualId }) => individualId))];
  const { rows } = await sql<{ individualId: number; legalEntityId: number; plannedAt: Date }>`
    select n.individual_id, n.legal_entity_id, n.planned_at
    from unnest(${people}::bigint[]) as one (id)
      join lateral ${lookup('entry_notices', sql`individual_id = one.id`)} n
      on n.created_at > now() - interval '62 days' and n.status = 'planned'`.execute(tx);
  const found = new Map<string, Date[]>();
  for (const row of rows) found.set(pairOf(row), [...(found.get(pairOf(row)) ?? []), row.plannedAt]);
  return found;
}
