import { type NotNull, type SqlBool, sql } from 'kysely';
import { claimParts } from '#domain/settlements/debt-structure.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Claims that somebody of the platform has and their creditor has acquired, as far as they stand. */
const acquiredClaims = (db: Db) =>
  db
    .selectFrom('registryEntries as e')
    .where('e.basis', '=', 'cession')
    .where('e.individualId', 'is not', null)
    .where('e.withdrawnAt', 'is', null)
    .where('e.settledAt', 'is', null);

/** Those of a company whose debtors are not told yet, the claims of one debtor together. */
export const untoldClaims = (
  db: Db,
  { legalEntityId, from, most }: { legalEntityId: number; from: number; most: number },
) =>
  acquiredClaims(db)
    .innerJoin('individuals as i', 'i.id', 'e.individualId')
    .select(['e.id', 'e.individualId', 'e.contractNumber', 'e.contractDate', 'e.asOf'])
    .select(['e.cedentName', 'e.cedentInn', 'e.cessionRef', 'e.cessionNotice'])
    .select(['i.lastName', 'i.firstName', 'i.middleName'])
    .select(claimParts.map((column) => `e.${column}` as const))
    .select(sql<number>`(select count(*) from issued_documents d where d.registry_entry_id = e.id)`.as('issuedBefore'))
    .where('e.legalEntityId', '=', legalEntityId)
    .where('e.individualId', '>=', from)
    // Whoever has been erased is not written to.
    .where('i.deletedAt', 'is', null)
    .where(
      sql<SqlBool>`not exists (select from issued_documents d where d.legal_entity_id = e.legal_entity_id
        and d.registry_entry_id = e.id and d.status = 'issued')`,
    )
    .orderBy('e.individualId')
    .orderBy('e.id')
    .limit(most)
    .$narrowType<{ individualId: NotNull }>()
    .execute();
export type UntoldClaim = Awaited<ReturnType<typeof untoldClaims>>[number];

/** Companies that have acquired claims of people of the platform. */
export async function companiesWithAcquiredClaims(db: Db): Promise<number[]> {
  const rows = await acquiredClaims(db).select('e.legalEntityId').distinct().execute();
  return rows.map(({ legalEntityId }) => legalEntityId);
}

/** The documents `d` of a settlement: its own, and the notices of the assignment of its claim. */
export const ofSettlement = (settlementId: number) =>
  sql<SqlBool>`(d.settlement_id = ${settlementId}
    or d.registry_entry_id = (select registry_entry_id from settlements where id = ${settlementId}))`;
