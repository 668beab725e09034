import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import { absentFrom, debtorOfRow, rowOf } from '../compare.ts';
import { plainCodes, type RegistryKey, snake } from '../kinds.ts';
import { searchableAtOnce } from './search-index.ts';

interface Loading extends RegistryKey {
  replacesId: number | null;
  withdrawAbsent: boolean;
}

const columns = plainCodes.simple.map(snake);
const listed = (of: string): RawBuilder<unknown> => sql.raw(columns.map((name) => `${of}.${name}`).join(', '));
const assigned = sql.raw(columns.map((name) => `${name} = r.${name}`).join(', '));

/** Makes entries of the rows of a simple registry. They only find debtors, so their earlier versions are not kept. */
export async function loadSimple(tx: Tx, loading: Loading): Promise<void> {
  await searchableAtOnce(tx, async () => {
    await changeEntries(tx, loading);
    await addEntries(tx, loading);
  });
  await moveUntouched(tx, loading);
  if (loading.withdrawAbsent && loading.replacesId !== null) await withdrawAbsent(tx, loading, loading.replacesId);
}

async function changeEntries(tx: Tx, { id }: Loading): Promise<void> {
  await sql`
    update simple_registry_entries e set ${assigned}, content_hash = r.content_hash, registry_id = ${id},
      version = e.version + 1, updated_at = now()
    from registry_verdicts v cross join ${rowOf('v')}
    where v.registry_id = ${id} and v.verdict = 'updated' and e.id = v.entry_id`.execute(tx);
}

async function addEntries(tx: Tx, { id, legalEntityId }: Loading): Promise<void> {
  await sql`
    insert into simple_registry_entries (legal_entity_id, registry_id, individual_id, status, notified_at,
      notification_channel, content_hash, ${sql.raw(columns.join(', '))})
    select ${legalEntityId}::bigint, ${id}::bigint, i.id, case when i.id is null then 'search' else 'notification_sent' end,
      case when i.id is not null then now() end, case when i.id is not null then 'inside' end,
      r.content_hash, ${listed('r')}
    from registry_verdicts v cross join ${rowOf('v')}
    left join ${debtorOfRow}
    where v.registry_id = ${id} and v.verdict = 'new'
    order by r.row_no`.execute(tx);
}

/** Entries that the file repeats as they were belong to it from now on. */
async function moveUntouched(tx: Tx, { id }: Loading): Promise<void> {
  await sql`
    update simple_registry_entries e set registry_id = ${id} from registry_verdicts v
    where v.registry_id = ${id} and v.verdict = 'unchanged' and e.id = v.entry_id`.execute(tx);
}

async function withdrawAbsent(tx: Tx, loading: Loading, replacesId: number): Promise<void> {
  await sql`update simple_registry_entries e set withdrawn_at = now(), version = e.version + 1, updated_at = now()
    where ${absentFrom(loading, replacesId)}`.execute(tx);
}
