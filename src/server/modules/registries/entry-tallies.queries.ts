import { sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

/**
 * How many kept counts of entries (`entry_tallies`) are not what the entries say, of both kinds of registries; every entry is looked at.
 */
export async function driftedTallies(db: Db): Promise<number> {
  const { rows } = await sql<{ drifted: number }>`
    with kept as (
      select kind, registry_id, legal_entity_id, status, sum(entries) as entries, sum(matched) as matched, sum(amount) as amount
      from entry_tallies group by 1, 2, 3, 4),
    entry as (
      select 'full' as kind, registry_id, legal_entity_id, status, withdrawn_at, individual_id, total as amount from registry_entries
      union all
      select 'simple', registry_id, legal_entity_id, status, withdrawn_at, individual_id, approx_amount from simple_registry_entries),
    counted as (
      select kind, registry_id, legal_entity_id, case when withdrawn_at is null then status else 'withdrawn' end as status,
        count(*) as entries, count(individual_id) as matched, sum(case when withdrawn_at is null then coalesce(amount, 0) else 0 end) as amount
      from entry group by 1, 2, 3, 4)
    select count(*)::int as drifted from kept full join counted using (kind, registry_id, legal_entity_id, status)
    where coalesce(kept.entries, 0) <> coalesce(counted.entries, 0) or coalesce(kept.matched, 0) <> coalesce(counted.matched, 0)
      or coalesce(kept.amount, 0) <> coalesce(counted.amount, 0)`.execute(db);
  return rows[0]!.drifted;
}
