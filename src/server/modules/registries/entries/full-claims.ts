// Which claim of a full registry is the one that an entry of a simple registry announced (docs/domain.md §7.6,
// docs/decisions/0157): of the same debtor and contract, or the only one of the debtor where the entry names no contract.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database/db.ts';
import { lookup } from '#server/platform/database/lookup.ts';

const others = lookup('registry_entries', sql`debtor_inn = c.debtor_inn`);

/**
 * Whether the live claim `c` is the one that an entry of its debtor and creditor announced. The only claim is the only one that the
 * creditor has against the debtor, by whichever registries they have come.
 * @param contractNumber that the entry names, null for none
 */
export const isAnnounced = (contractNumber: RawBuilder<unknown>) =>
  sql`(c.contract_number = ${contractNumber} or (${contractNumber} is null and not exists (select from ${others} o
    where o.legal_entity_id = c.legal_entity_id and o.withdrawn_at is null and o.id <> c.id)))`;

interface Announced {
  legalEntityId: number;
  debtorInn: string;
  contractNumber: string | null;
}

/** Whether the full claim has come before its debtor took the debt on, so that nobody waits for it. */
export async function hasFullClaim(db: Db, { legalEntityId, debtorInn, contractNumber }: Announced): Promise<boolean> {
  const { rows } = await sql`
    select c.id from registry_entries c where c.debtor_inn = ${debtorInn} and c.legal_entity_id = ${legalEntityId}
      and c.withdrawn_at is null and ${isAnnounced(sql`${contractNumber}::text`)} limit 1`.execute(db);
  return rows.length > 0;
}
