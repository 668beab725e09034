import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { formatValue } from '#domain/settings/setting.ts';
import { SETTINGS } from '#domain/settings/settings.ts';
import { formatBytes } from '#domain/values/bytes.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { settingsOf } from '#server/platform/settings.ts';

/** Whose room a file takes: a person's, whoever he is here, or a company's. */
export interface Holder {
  column: 'individualId' | 'employeeId' | 'operatorId' | 'legalEntityId';
  id: number;
}

/**
 * Demands that all files of a holder are within his total, the one that this transaction has just written among them.
 * Who writes at once for one holder waits here for the other's commit, so it is the last thing to be done with a file.
 * What was taken away gives room back, but as long as it is kept all together is at most twice the total: otherwise
 * whoever replaces one paper again and again would fill the disk.
 * @param size bytes of the file just written
 * @throws Refusal `quota.exceeded`
 */
export async function demandWithinQuota(tx: Tx, holder: Holder, size: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${holder.column} ${holder.id}`}, 0))`.execute(tx);
  const settings = await settingsOf(tx);
  const allowed =
    holder.column === 'legalEntityId'
      ? settings.companyFilesGigabytes * 1_000_000_000
      : settings.personFilesMegabytes * 1_000_000;
  const { held, removed } = await usedBy(tx, holder);
  if (held > allowed) {
    throw exceeded(
      `Файлы занимают ${formatBytes(held - size)} из ${formatBytes(allowed)}, а этому нужно ещё ${formatBytes(size)}. Удалите ненужные файлы или напишите в поддержку`,
    );
  }
  if (held + removed > 2 * allowed) {
    const term = formatValue(SETTINGS.removedFileDays, settings.removedFileDays);
    throw exceeded(
      `Удалённые файлы занимают место, пока не пройдёт срок их хранения: ${term}. Повторите позже или напишите в поддержку`,
    );
  }
}

const exceeded = (detail: string): Refusal => new Refusal('quota.exceeded', { detail });

/** How many bytes the files of a holder are, and how many those that he has taken away and that are still kept. */
async function usedBy(tx: Tx, holder: Holder): Promise<{ held: number; removed: number }> {
  const { rows } = await sql<{ held: number; removed: number }>`
    select coalesce(sum(f.size) filter (where o.deleted_at is null), 0)::bigint as held,
      coalesce(sum(f.size) filter (where o.deleted_at is not null), 0)::bigint as removed
    from (${filesOf(holder)}) o join stored_files f on f.id = o.file_id`.execute(tx);
  return rows[0]!;
}

/** All files that a holder has brought: his own, and of what is his. Appendices to tariffs are brought by operators. */
function filesOf({ column, id }: Holder): RawBuilder<unknown> {
  const own = sql`select file_id, deleted_at from owned_files where ${sql.ref(column)} = ${id} and place <> 'tariff'`;
  if (column === 'individualId') {
    return sql`${own}
      union all select o.file_id, o.deleted_at from owned_files o join requests r on r.id = o.request_id
        where r.individual_id = ${id}
      union all select o.file_id, o.deleted_at from owned_files o join payments p on p.id = o.payment_id
        where p.individual_id = ${id} and p.stated_by = 'individual'
      union all select o.file_id, o.deleted_at from owned_files o join life_events l on l.id = o.life_event_id
        where l.individual_id = ${id} and l.side = 'individual'
      union all select o.file_id, o.deleted_at from owned_files o join chats c on c.id = o.chat_id
        join stored_files s on s.id = o.file_id join individuals i on i.id = c.individual_id
        where c.individual_id = ${id} and s.created_by = i.account_id`;
  }
  if (column === 'legalEntityId') {
    return sql`${own}
      union all select file_id, null from registries where legal_entity_id = ${id}
      union all select o.file_id, o.deleted_at from owned_files o join payments p on p.id = o.payment_id
        where p.legal_entity_id = ${id} and p.stated_by = 'creditor'
      union all select o.file_id, o.deleted_at from owned_files o join life_events l on l.id = o.life_event_id
        where l.legal_entity_id = ${id} and l.side = 'creditor'
      union all select o.file_id, o.deleted_at from owned_files o join chats c on c.id = o.chat_id
        join stored_files s on s.id = o.file_id join employees e on e.account_id = s.created_by
        where c.legal_entity_id = ${id}`;
  }
  if (column === 'employeeId') {
    return sql`${own}
      union all select o.file_id, o.deleted_at from owned_files o join chats c on c.id = o.chat_id
        join employees e on e.account_id = c.account_id where e.id = ${id}`;
  }
  return own;
}
