// Which claim of a full registry is the one that an entry of a simple registry announced (docs/domain.md §7.6): of the same
// debtor and contract, or the only one of the debtor where the entry names no contract.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';

/** Live claims with what `announcedBy` asks of them. @param within which of them, as `e` */
export const claimsWithin = (within: RawBuilder<unknown>) => sql`
  select e.id, e.debtor_inn, e.contract_number, count(*) over (partition by e.debtor_inn) = 1 as single
  from registry_entries e where ${within} and e.withdrawn_at is null`;

/** Whether one of those claims, as `c`, is the claim of its debtor's entry that names this contract or none. */
export const announcedBy = (contractNumber: RawBuilder<unknown>) =>
  sql`coalesce(${contractNumber}, '—') = any(array[c.contract_number, case when c.single then '—' end])`;

interface Announced {
  legalEntityId: number;
  debtorInn: string;
  contractNumber: string | null;
}

/** Whether the full claim has come before its debtor took the debt on, so that nobody waits for it. */
export async function hasFullClaim(db: Db, { legalEntityId, debtorInn, contractNumber }: Announced): Promise<boolean> {
  const claims = claimsWithin(sql`e.debtor_inn = ${debtorInn} and e.legal_entity_id = ${legalEntityId}`);
  const { rows } = await sql`
    select c.id from (${claims}) c where ${announcedBy(sql`${contractNumber}::text`)} limit 1`.execute(db);
  return rows.length > 0;
}
