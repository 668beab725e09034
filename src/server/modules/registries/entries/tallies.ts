import { type RawBuilder, sql } from 'kysely';
import type { RegistryKind } from '#domain/registries/registry-columns.ts';
import { registryEntryMachine } from '#domain/registries/registry-entry.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Folds the tallies: many small changes of one count become one row. Whoever reads sees the same sum at any moment. */
export async function foldTallies(db: Db): Promise<void> {
  await sql`
    with folded as (delete from entry_tallies where id <= (select max(id) from entry_tallies)
      returning kind, legal_entity_id, registry_id, status, entries, matched, amount)
    insert into entry_tallies (kind, legal_entity_id, registry_id, status, entries, matched, amount)
    select kind, legal_entity_id, registry_id, status, sum(entries), sum(matched), sum(amount)
    from folded group by 1, 2, 3, 4 having sum(entries) <> 0`.execute(db);
}

/** How many entries of a registry, of a company or of all are in each status: the kept counts, exact and at once. */
export async function countsByStatus(
  db: Db,
  { kind, legalEntityId, registryId }: Omit<Counted, 'statuses'>,
): Promise<Record<string, number>> {
  let rows = db
    .selectFrom('entryTallies')
    .select(['status', sql<number>`sum(entries)::bigint`.as('entries')])
    .where('kind', '=', kind);
  if (legalEntityId !== undefined) rows = rows.where('legalEntityId', '=', legalEntityId);
  if (registryId !== undefined) rows = rows.where('registryId', '=', registryId);
  const found = await rows.groupBy('status').execute();
  const counts = new Map(found.map(({ status, entries }) => [status, entries]));
  const known = registryEntryMachine.statuses.map((status) => [status, counts.get(status) ?? 0] as const);
  return { ...Object.fromEntries(known), all: known.reduce((sum, [, count]) => sum + count, 0) };
}

/** Which entries are counted: all, a company's, a registry's; in some statuses or in any. */
interface Counted {
  kind: RegistryKind;
  legalEntityId?: number | undefined;
  registryId?: number | undefined;
  statuses?: readonly string[] | undefined;
}

/** The exact number of entries in force, as SQL for a list that knows no other filter. */
export function talliedTotal({ kind, legalEntityId, registryId, statuses }: Counted): RawBuilder<number> {
  const company = legalEntityId === undefined ? sql`` : sql`and legal_entity_id = ${legalEntityId}`;
  const registry = registryId === undefined ? sql`` : sql`and registry_id = ${registryId}`;
  const states = statuses === undefined ? sql`status <> 'withdrawn'` : sql`status = any(${statuses}::text[])`;
  return sql<number>`(select coalesce(sum(entries), 0)::bigint from entry_tallies
    where kind = ${kind} and ${states} ${company} ${registry})`;
}
