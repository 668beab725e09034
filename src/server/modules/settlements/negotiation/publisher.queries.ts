import type { Signatory, SigningAct } from '#domain/parties/signing-right.ts';
import type { Day } from '#domain/values/days.ts';
import { stillHasRight } from '#server/modules/employees/signing-right.queries.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Somebody who has published conditions before, by which a side is bound now. */
export interface PolicySigner {
  accountId: number;
  version: number;
  signatory: Signatory;
}

/** The conditions by which a settlement is bargained about. */
interface Published {
  policyId: number | null;
  legalEntityId: number;
}

/**
 * Who has published the conditions of a settlement, by the right that he had then; null where that was not kept, or he has the right to these
 * acts no more, so that the conditions do nothing (docs/decisions/0112).
 */
export async function publisherWith(
  db: Db,
  { policyId, legalEntityId }: Published,
  acts: readonly SigningAct[],
  day: Day,
): Promise<PolicySigner | null> {
  const row = await db
    .selectFrom('settlementPolicies')
    .select(['accountId', 'version', 'signatory'])
    .where('id', '=', policyId)
    .executeTakeFirst();
  if (!row?.signatory) return null;
  const { accountId, signatory } = row;
  return (await stillHasRight(db, { legalEntityId, accountId }, acts, day)) ? { ...row, signatory } : null;
}
