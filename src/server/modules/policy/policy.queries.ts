import { bandWithDefaults, type PolicyBand, type PolicySubject, pickBand } from '#domain/negotiation/policy-band.ts';
import type { Signatory } from '#domain/parties/signing-right.ts';
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
