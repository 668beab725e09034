import { sql } from 'kysely';
import { bandWithDefaults, type PolicyBand, type PolicySubject, pickBand } from '#domain/negotiation/policy-band.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
import { type ContractKind, contractKinds } from '#domain/registries/registry-lists.ts';
import { interestRightOf } from '#server/modules/legal-entities/legal-entities.queries.ts';
import type { Db } from '#server/platform/database/db.ts';

/** A version of a creditor's conditions. */
interface PolicyVersion {
  id: number;
  version: number;
  bands: PolicyBand[];
  accountId: number;
  /** Absent in those from before it was kept. */
  signatory: Signatory | null;
  createdAt: Date;
}

/** The conditions a company has now, or null when everything is decided by hand. */
export async function currentPolicy(db: Db, legalEntityId: number): Promise<PolicyVersion | null> {
  const row = await db
    .selectFrom('settlementPolicies')
    .select(['id', 'version', 'bands', 'accountId', 'signatory', 'createdAt'])
    .where('legalEntityId', '=', legalEntityId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, bands: row.bands.map(bandWithDefaults) } : null;
}

/**
 * The kinds of contracts that a company's conditions answer for: a company that lends, or buys what others have lent, has loans of
 * consumers whatever its registries say by now; of any other its claims tell.
 */
export async function contractKindsOf(db: Db, legalEntityId: number): Promise<ContractKind[]> {
  if ((await interestRightOf(db, legalEntityId)) !== 'none') return ['consumer'];
  // One look into the index for each kind: a company may have claims by the hundred thousand.
  const { rows } = await sql<{ code: ContractKind }>`
    select k.code from unnest(${contractKinds.map(({ code }) => code)}::text[]) as k (code) where exists (
      select from registry_entries e
      where e.legal_entity_id = ${legalEntityId} and e.contract_kind = k.code and e.withdrawn_at is null)`.execute(db);
  return rows.map(({ code }) => code);
}

/** By which conditions a debt is bargained about; null when the company has none for such a debt. */
export async function conditionsFor(
  db: Db,
  legalEntityId: number,
  subject: PolicySubject,
): Promise<{ policyId: number; band: PolicyBand } | null> {
  const policy = await currentPolicy(db, legalEntityId);
  const band = policy && pickBand(policy.bands, subject);
  return policy && band ? { policyId: policy.id, band } : null;
}
