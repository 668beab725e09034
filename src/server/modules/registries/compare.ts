import { type RawBuilder, sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { NO_COUNTS, takenVerdicts, type Verdict, type VerdictCounts } from '#domain/registries/registry-import.ts';
import type { ProblemCode } from '#domain/registries/registry-problems.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';
import type { Secrets } from '#server/platform/secrets/secrets.ts';
import { disownedRows } from './disowned.ts';
import { noteFormerWords } from './former-words.ts';
import { entryTables, type RegistryKey } from './kinds.ts';
import { holdRises, noteRises } from './rises.ts';

/** By what an entry is the claim of the row `s` (docs/domain.md §6.2): what it is looked up by, and what is asked of it then. */
const sameness: Record<RegistryKind, { key: RawBuilder<unknown>; rest: RawBuilder<unknown> }> = {
  full: {
    key: sql`debtor_inn = s.debtor_inn and contract_number = s.contract_number`,
    rest: sql`contract_date = s.contract_date`,
  },
  simple: {
    key: sql`debtor_inn = s.debtor_inn and coalesce(contract_number, '—') = coalesce(s.contract_number, '—')`,
    rest: sql`true`,
  },
};
/** The columns of an entry that the comparison reads. */
const standing: Record<RegistryKind, RawBuilder<unknown>> = {
  full: sql`id, content_hash, frozen_at`,
  simple: sql`id, content_hash`,
};
/** The same columns of the rows `r`, to group equal rows: in the collation "C" sorting is faster than by Russian rules. */
const samenessInBytes: Record<RegistryKind, RawBuilder<unknown>> = {
  full: sql`r.debtor_inn collate "C", r.contract_number collate "C", r.contract_date`,
  simple: sql`r.debtor_inn collate "C", coalesce(r.contract_number, '—') collate "C"`,
};
/** Entries of simple registries are in no settlement. */
const frozen: Record<RegistryKind, RawBuilder<boolean>> = {
  full: sql<boolean>`e.frozen_at is not null`,
  simple: sql<boolean>`false`,
};

/**
 * Does what joins the rows of one registry with one another. Where statistics know nothing of a registry, or come from a
 * smaller one, the database believes in one row and goes through all of one table for each row of the other; so it is
 * left joins that read each of them once. Where keys lead out of the registry, lookups are written as such (`lookup`).
 */
export async function withoutNestedLoops<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`set local enable_nestloop = off`.execute(tx);
  const done = await work();
  await sql`set local enable_nestloop = on`.execute(tx);
  return done;
}

/** The row of the dry run at the place that `of` names, as `r` of a query: always looked up by its key. */
export const rowOf = (of: 'v' | 's'): RawBuilder<unknown> => sql`lateral (
  select * from registry_rows where registry_id = ${sql.ref(`${of}.registryId`)} and row_no = ${sql.ref(`${of}.rowNo`)} limit 1) r`;

/** The person who is verified here under the ИНН of the row `r`, as `i` of a left join. */
export const debtorOfRow: RawBuilder<unknown> = sql`lateral ${lookup('individuals', sql`inn = r.debtor_inn`)} i
  on i.verification_status = 'verified' and i.deleted_at is null`;

/**
 * Gives each row of the dry run its verdict by comparing it with the rows above it and with the company's entries, and
 * notes what the database has to say about it. A broken row that can still be read as an entry of the company holds it: the file
 * has not left it out. What its debtor has called not his is not asked once more. May be repeated whenever something has changed: only
 * what is found different is written.
 */
export async function compareRows(tx: Tx, secrets: Secrets, registry: RegistryKey): Promise<void> {
  const { id, kind, legalEntityId } = registry;
  const { key, rest } = sameness[kind];
  const byClaim = lookup(entryTables[kind], key);
  const byCode = lookup(entryTables[kind], sql`legal_entity_id = ${legalEntityId} and external_id = s.external_id`);
  const disowned = await disownedRows(tx, secrets, registry);
  const compare = sql`
    merge into registry_verdicts v using (
      with sound as (
        select row_no, debtor_inn, contract_number, contract_date, external_id, content_hash,
          row_number() over (partition by ${samenessInBytes[kind]} order by row_no) as nth,
          row_number() over (partition by external_id collate "C" order by row_no) as nth_external
        from registry_rows r where registry_id = ${id} and not broken
      )
      select s.row_no, case
          when s.nth > 1 then 'duplicate'
          when s.external_id is not null and s.nth_external > 1 then 'error'
          when x.id <> coalesce(e.id, 0) then 'error'
          when e.id is null and s.row_no = any(${disowned}::int[]) then 'conflict'
          when e.id is null then 'new'
          when ${frozen[kind]} then 'conflict'
          when e.content_hash = s.content_hash then 'unchanged'
          else 'updated' end as verdict,
        e.id as entry_id
      from sound s
      left join lateral (select ${standing[kind]} from ${byClaim} o
        where legal_entity_id = ${legalEntityId} and withdrawn_at is null and ${rest} limit 1) e on true
      left join lateral (select id from ${byCode} o where withdrawn_at is null limit 1) x on true
      union all select s.row_no, 'error', e.id from registry_rows s
      left join lateral (select id from ${byClaim} o
        where legal_entity_id = ${legalEntityId} and withdrawn_at is null and ${rest} limit 1) e on true
      where s.registry_id = ${id} and s.broken
    ) f on v.registry_id = ${id} and v.row_no = f.row_no
    when not matched then insert (registry_id, row_no, verdict, entry_id)
      values (${id}, f.row_no, f.verdict, f.entry_id)
    when matched and (v.verdict, v.entry_id) is distinct from (f.verdict, f.entry_id)
      then update set verdict = f.verdict, entry_id = f.entry_id`;
  await withoutNestedLoops(tx, () => compare.execute(tx));
  if (kind === 'full') await withoutNestedLoops(tx, () => holdRises(tx, registry));
  await noteFindings(tx, registry);
}

/**
 * Locks the claims that the file changes. One that was taken into a settlement since it was compared stays as it is, as if it
 * had been before.
 */
export async function holdUpdated(tx: Tx, registry: RegistryKey): Promise<void> {
  const { id: registryId } = registry;
  // One by one in the order of their ids, each by its key: so two files never wait for each other.
  await sql`with updated as materialized (
      select entry_id as id from registry_verdicts where registry_id = ${registryId} and verdict = 'updated' order by 1)
    select count(*) from updated u
    cross join lateral (select from registry_entries where id = u.id for update) held`.execute(tx);
  const { numAffectedRows } = await sql`update registry_verdicts v set verdict = 'conflict'
    where v.registry_id = ${registryId} and v.verdict = 'updated'
      and exists (select from ${lookup('registry_entries', sql`id = v.entry_id`)} e where e.frozen_at is not null)`.execute(
    tx,
  );
  if ((numAffectedRows ?? 0n) > 0n) await noteFindings(tx, registry);
}

/** Why a row that could be an entry becomes none, by the kind of the registry. */
const conflicts: Record<RegistryKind, { column: string | null; code: ProblemCode; message: string }> = {
  full: {
    column: null,
    code: 'IN_DEAL',
    message: 'По этому долгу есть торги или соглашение: запись останется прежней',
  },
  simple: {
    column: 'debtorInn',
    code: 'DISOWNED',
    message: 'Заёмщик ответил, что это не его долг: ещё раз мы его не спросим. Если долг его, загрузите полный реестр',
  },
};

/** What a person must know of a row beyond its cells. */
async function noteFindings(tx: Tx, registry: RegistryKey): Promise<void> {
  const { id: registryId, kind } = registry;
  const conflict = conflicts[kind];
  await sql`delete from registry_problems where registry_id = ${registryId} and found_in = 'database'`.execute(tx);
  const note = sql`
    insert into registry_problems (registry_id, row_no, found_in, column_code, severity, code, message)
    select ${registryId}::bigint, v.row_no, 'database', f.column_code, f.severity, f.code, f.message
    from registry_verdicts v join registry_rows r using (registry_id, row_no)
    join (values
      ('duplicate', 'contractNumber', 'warning', 'DUP_FILE', 'Такая строка уже есть выше в этом файле'),
      ('conflict', ${conflict.column}::text, 'warning', ${conflict.code}::text, ${conflict.message}::text),
      ('error', 'externalId', 'error', 'DUP_DB', 'Этот внешний код уже принадлежит другой записи')
    ) as f (verdict, column_code, severity, code, message) on f.verdict = v.verdict
    where v.registry_id = ${registryId} and (v.verdict <> 'error' or not r.broken)`;
  await withoutNestedLoops(tx, () => note.execute(tx));
  if (kind === 'full') {
    await withoutNestedLoops(tx, () => noteFormerWords(tx, registry));
    await withoutNestedLoops(tx, () => noteRises(tx, registry));
  }
}

/** The counts of the verdicts, which add up to `rows`, and the debt of the rows that will be taken. */
export async function countVerdicts(tx: Tx, registryId: number): Promise<VerdictCounts> {
  const count = sql<{ verdict: Verdict; rows: number; warned: number; amount: number }>`
    select v.verdict, count(*) as rows, count(*) filter (where r.warned) as warned,
      coalesce(sum(coalesce(r.total, r.approx_amount)), 0)::bigint as amount
    from registry_verdicts v join registry_rows r using (registry_id, row_no)
    where v.registry_id = ${registryId} group by v.verdict`;
  const { rows } = await withoutNestedLoops(tx, () => count.execute(tx));
  const counts = { ...NO_COUNTS };
  for (const { verdict, rows: found, warned, amount } of rows) {
    counts[verdict] = found;
    counts.rows += found;
    if (!isTaken(verdict)) continue;
    counts.warned += warned;
    counts.amount += amount;
  }
  return counts;
}

const isTaken = (verdict: Verdict): boolean => (takenVerdicts as readonly Verdict[]).includes(verdict);

/** How many entries of the registry that this one replaces are not in the new file, settlements apart. */
export async function countAbsent(db: Db, registry: RegistryKey, replacesId: number | null): Promise<number | null> {
  if (replacesId === null) return null;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(entryTables[registry.kind])} e
    where ${isAbsentFrom(registry, replacesId)}`.execute(db);
  return rows[0]!.count;
}

/**
 * The condition on an entry `e` of being absent from the new file. The dry runs that hold an entry are looked up by it, and
 * only then is it asked which they are: a few at most hold the same one.
 */
export const isAbsentFrom = (registry: RegistryKey, replacesId: number): RawBuilder<boolean> => sql<boolean>`
  e.registry_id = ${replacesId} and e.withdrawn_at is null and not ${frozen[registry.kind]}
  and not exists (select from ${lookup('registry_verdicts', sql`entry_id = e.id`)} held
    where held.registry_id = ${registry.id})`;

/** What a registry is a fresh unloading of; a registry that replaces none has no absent entries. */
export async function replacedBy(
  db: Db,
  id: number,
  kind: RegistryKind,
): Promise<{ registry: RegistryKey; replacesId: number }> {
  const row = await db
    .selectFrom('registries')
    .select(['id', 'legalEntityId', 'replacesId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { registry: { ...row, kind }, replacesId: row.replacesId ?? 0 };
}
