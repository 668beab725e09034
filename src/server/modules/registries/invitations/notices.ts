import { sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { contactFlagNow } from '#server/modules/life-events/life-events.queries.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { entryTables, objectTypes, type RegistryKey } from '../kinds.ts';
import { noticeColumn } from './contacts.queries.ts';
import { type LetterDebtor, planLetters } from './debtor-letters.commands.ts';

/** Tells the debtors whom a load has found: those of its new entries. */
export const noticeNewEntries = (tx: Tx, { id, kind }: RegistryKey): Promise<void> =>
  notice(tx, kind, sql`e.registry_id = ${id} and e.created_at = now()`);

/** Tells one person of the entries that have just been found to be his. */
export const noticeEntriesOf = (tx: Tx, kind: RegistryKind, ids: readonly number[]): Promise<void> =>
  notice(tx, kind, sql`e.id = any(${ids}::bigint[])`);

/**
 * Inside the debtor sees his entries at once, and that is written down. Outside a letter is planned for the first moment that
 * the contact law allows, one for all his entries, or the reason is kept why there is none (docs/domain.md §12.3). A rejected claim that comes back as a full one is not written about.
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
  const { rows } = await sql<LetterDebtor>`
    select e.individual_id, e.legal_entity_id, e.debtor_inn as inn, ${kind}::text as kind, min(e.id) as entry_id, max(e.email) as email,
      max(e.tz) as zone,
      coalesce(min(${contactFlagNow('e.individualId', 'e.contactFlag')}) filter (
        where ${contactFlagNow('e.individualId', 'e.contactFlag')} <> 'allowed'), 'allowed') as flag
    from ${found} and not exists (select from ${lookup('simple_registry_entries', sql`full_entry_id = e.id`)} s
      where s.reject_reason is not null and ${kind === 'full'}::boolean)
    group by e.individual_id, e.legal_entity_id, e.debtor_inn`.execute(tx);
  if (rows.length > 0) await planLetters(tx, rows, new Date());
}
