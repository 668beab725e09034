import { type SqlBool, sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { entryTables, objectTypes, type RegistryKey } from '../kinds.ts';
import { claimDebtors } from './claim-letters.commands.ts';
import { noticeColumn } from './contacts.queries.ts';
import { planLetters } from './debtor-letters.commands.ts';

/** Tells the debtors whom a load has found: those of its new entries. */
export const sendNoticesOfNewEntries = (tx: Tx, { id, kind }: RegistryKey): Promise<void> =>
  sendNotices(tx, kind, sql`e.registry_id = ${id} and e.created_at = now()`);

/** Tells one person of the entries that have just been found to be his. */
export const sendNoticesOfEntries = (tx: Tx, kind: RegistryKind, ids: readonly number[]): Promise<void> =>
  sendNotices(tx, kind, sql`e.id = any(${ids}::bigint[])`);

/**
 * In his cabinet ("inside") the debtor sees his entries at once, and that is written down. Beside it a letter is planned for the first
 * moment that the contact law allows, one for all his entries, or the reason is kept why there is none (docs/domain.md §12.3).
 * @param areTold the condition on the entries `e`
 */
async function sendNotices(tx: Tx, kind: RegistryKind, areTold: ReturnType<typeof sql>): Promise<void> {
  const entries = sql.table(entryTables[kind]);
  const column = noticeColumn(kind);
  const found = sql`${entries} e where e.individual_id is not null and e.status = 'notification_sent' and ${areTold}`;
  const { numAffectedRows } =
    await sql`insert into status_history (machine, object_type, object_id, move, from_status, to_status)
    select 'registry-entry', ${objectTypes[kind]}::text, e.id, 'notify', 'search', 'notification_sent' from ${found}`.execute(
      tx,
    );
  if (numAffectedRows === 0n) return;
  await sql`insert into entry_notices (${column}, individual_id, legal_entity_id, channel, status)
    select e.id, e.individual_id, e.legal_entity_id, 'inside', 'shown' from ${found}`.execute(tx);
  // Who has acquired a claim sends a notice of it, and the letter waits for that (docs/decisions/0107).
  const exceptAcquired = kind === 'full' ? sql<SqlBool>`not bool_or(e.basis = 'cession')` : undefined;
  const debtors = await claimDebtors(tx, kind, found, exceptAcquired);
  if (debtors.length > 0) await planLetters(tx, debtors, new Date());
}
