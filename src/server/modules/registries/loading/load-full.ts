import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import { debtorOfRow, holdUpdated, rowOf, withoutNestedLoops } from '../compare.ts';
import { contentOf } from '../entries/entry-content.ts';
import { isAnnounced } from '../entries/full-claims.ts';
import { inheritRestored } from '../rises.ts';
import { forgetBailiffs, inheritDenials } from './bailiffs.ts';
import { answerAfter, columnsOf, type Loading, moveRepeated, withdrawAbsent } from './load-parts.ts';
import { searchableAtOnce } from './search-index.ts';

const columns = columnsOf('full');

/** Makes claims of the rows of a full registry. */
export async function loadFull(tx: Tx, loading: Loading): Promise<void> {
  await holdUpdated(tx, loading);
  await withoutNestedLoops(tx, () => forgetBailiffs(tx, loading));
  await insertVersions(tx, loading);
  await searchableAtOnce(tx, async () => {
    await changeEntries(tx, loading);
    await addEntries(tx, loading);
  });
  await withoutNestedLoops(tx, () => inheritRestored(tx, loading));
  await withoutNestedLoops(tx, () => inheritDenials(tx, loading));
  await moveRepeated(tx, 'full', loading, ['unchanged', 'conflict']);
  await takeSnapshot(tx, loading);
  await withdrawAbsent(tx, 'full', loading);
  await markContested(tx, loading);
}

async function insertVersions(tx: Tx, { id }: Loading): Promise<void> {
  await sql`
    insert into registry_entry_versions (entry_id, version, registry_id, content, person_sealed, created_at)
    select e.id, e.version, e.registry_id, jsonb_strip_nulls(${contentOf('full', 'e')}), e.person_sealed, e.updated_at
    from registry_verdicts v cross join lateral ${lookup('registry_entries', sql`id = v.entry_id`)} e
    where v.registry_id = ${id} and v.verdict = 'updated'`.execute(tx);
}

async function changeEntries(tx: Tx, { id }: Loading): Promise<void> {
  await sql`
    update registry_entries e set ${columns.assigned}, content_hash = r.content_hash, person_sealed = r.person_sealed,
      registry_id = ${id}, answer_by = ${answerAfter}, version = e.version + 1, updated_at = now()
    from registry_verdicts v cross join ${rowOf('v')}
    where v.registry_id = ${id} and v.verdict = 'updated' and e.id = v.entry_id`.execute(tx);
}

/**
 * New claims get their numbers with their places in the snapshot, so that nobody has to look for them afterwards. A
 * debtor who is verified here finds his claim at once: it is in his cabinet with this very transaction.
 */
async function addEntries(tx: Tx, { id, legalEntityId }: Loading): Promise<void> {
  await sql`
    insert into registry_snapshots (registry_id, entry_id, row_no, version, verdict)
    select ${id}::bigint, nextval((select pg_get_serial_sequence('registry_entries', 'id')::regclass)), row_no, 1, 'new'
    from registry_verdicts where registry_id = ${id} and verdict = 'new' order by row_no`.execute(tx);
  await sql`
    insert into registry_entries (id, legal_entity_id, registry_id, individual_id, status, content_hash, person_sealed,
      ${columns.names}) overriding system value
    select s.entry_id, ${legalEntityId}::bigint, ${id}::bigint, i.id,
      case when i.id is null then 'search' else 'notification_sent' end, r.content_hash, r.person_sealed, ${columns.of('r')}
    from registry_snapshots s cross join ${rowOf('s')}
    left join ${debtorOfRow}
    where s.registry_id = ${id} and s.verdict = 'new'`.execute(tx);
}

async function takeSnapshot(tx: Tx, { id }: Loading): Promise<void> {
  await sql`
    insert into registry_snapshots (registry_id, entry_id, row_no, version, verdict)
    select ${id}::bigint, e.id, v.row_no, e.version, v.verdict
    from registry_verdicts v cross join lateral ${lookup('registry_entries', sql`id = v.entry_id`)} e
    where v.registry_id = ${id} and v.verdict in ('updated', 'unchanged', 'conflict')`.execute(tx);
}

/** Entries of all creditors under the contract of a row, whatever its date is. */
const underContract = (of: 'e' | 'k') =>
  lookup(
    'registry_entries',
    sql`debtor_inn = ${sql.ref(`${of}.debtorInn`)} and contract_number = ${sql.ref(`${of}.contractNumber`)}`,
  );

/**
 * A claim that is in the registries of two creditors, as after a cession that one of them forgot, is marked in both.
 * Looked at are the new claims that somebody else has too, and those that the file has withdrawn: a claim that was there before
 * and still is, is contested as it was.
 */
async function markContested(tx: Tx, { id, replacesId }: Loading): Promise<void> {
  const touched = sql`
    select e.debtor_inn, e.contract_number, e.contract_date
    from registry_entries e join lateral ${underContract('e')} o on o.contract_date = e.contract_date
      and o.legal_entity_id <> e.legal_entity_id and o.withdrawn_at is null
    where e.registry_id = ${id} and e.created_at = now()
    union select debtor_inn, contract_number, contract_date from registry_entries e
    where e.registry_id = ${replacesId} and e.withdrawn_at = now()`;
  await refreshContested(tx, touched);
}

/** Sets the mark of every entry of these contracts anew. @param contracts rows of (debtor_inn, contract_number, contract_date) */
export async function refreshContested(tx: Tx, contracts: RawBuilder<unknown>): Promise<void> {
  await sql`
    with claims as (
      select e.id, e.contested,
        min(e.legal_entity_id) over same <> max(e.legal_entity_id) over same as shared
      from (${contracts}) k join lateral ${underContract('k')} e on e.contract_date = k.contract_date
        and e.withdrawn_at is null
      window same as (partition by e.debtor_inn, e.contract_number, e.contract_date)
    )
    update registry_entries e set contested = s.shared from claims s where e.id = s.id and s.shared <> s.contested`.execute(
    tx,
  );
}

/**
 * Entries of simple registries whose full claim has come with this registry. They are looked up by what makes a simple entry one.
 * @returns how many there were
 */
export async function upgradeSimple(tx: Tx, { id, legalEntityId }: Loading): Promise<number> {
  const waiting = lookup(
    'simple_registry_entries',
    sql`debtor_inn = c.debtor_inn and coalesce(contract_number, '—') = any(array[c.contract_number, '—'])`,
  );
  const { rows } = await sql<{ id: number }>`
    with found as (
      select distinct on (s.id) s.id, s.status, c.id as claim_id
      from registry_entries c join lateral ${waiting} s
        on s.legal_entity_id = ${legalEntityId} and s.withdrawn_at is null and s.full_entry_id is null
          and ${isAnnounced(sql`s.contract_number`)}
      where c.registry_id = ${id} and c.withdrawn_at is null
      order by s.id, c.id
    ), moved as (
      update simple_registry_entries s set status = 'full_registry_created', full_entry_id = f.claim_id, answer_by = null,
        version = s.version + 1, updated_at = now()
      from found f where s.id = f.id
    )
    insert into status_history (machine, object_type, object_id, move, from_status, to_status)
    select 'registry-entry', 'simpleRegistryEntries', id, 'upgrade', status, 'full_registry_created' from found
    returning object_id as id`.execute(tx);
  return rows.length;
}
