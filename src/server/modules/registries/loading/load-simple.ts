import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import { debtorOfRow, rowOf } from '../compare.ts';
import { answerAfter, columnsOf, type Loading, moveRepeated, withdrawAbsent } from './load-parts.ts';
import { searchableAtOnce } from './search-index.ts';

const columns = columnsOf('simple');

/** Makes entries of the rows of a simple registry. They serve only to find debtors, so their earlier versions are not kept. */
export async function loadSimple(tx: Tx, loading: Loading): Promise<void> {
  await searchableAtOnce(tx, async () => {
    await changeEntries(tx, loading);
    await addEntries(tx, loading);
  });
  await moveRepeated(tx, 'simple', loading, ['unchanged']);
  await withdrawAbsent(tx, 'simple', loading);
}

async function changeEntries(tx: Tx, { id }: Loading): Promise<void> {
  await sql`
    update simple_registry_entries e set ${columns.assigned}, content_hash = r.content_hash, registry_id = ${id},
      answer_by = ${answerAfter}, version = e.version + 1, updated_at = now()
    from registry_verdicts v cross join ${rowOf('v')}
    where v.registry_id = ${id} and v.verdict = 'updated' and e.id = v.entry_id`.execute(tx);
}

async function addEntries(tx: Tx, { id, legalEntityId }: Loading): Promise<void> {
  await sql`
    insert into simple_registry_entries (legal_entity_id, registry_id, individual_id, status, notified_at,
      notification_channel, content_hash, ${columns.names})
    select ${legalEntityId}::bigint, ${id}::bigint, i.id, case when i.id is null then 'search' else 'notification_sent' end,
      case when i.id is not null then now() end, case when i.id is not null then 'inside' end,
      r.content_hash, ${columns.of('r')}
    from registry_verdicts v cross join ${rowOf('v')}
    left join ${debtorOfRow}
    where v.registry_id = ${id} and v.verdict = 'new'
    order by r.row_no`.execute(tx);
}
