import type { Selectable } from 'kysely';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Settlements, TermsOffers } from '#server/platform/database/schema.ts';
import { endsByRule, offerNamesRule } from './negotiation-state.queries.ts';

/** Whether the terms on the table name the creditor's rule of ending, and it acts no more: nobody may sign or read them (docs/decisions/0163). */
export async function namesEndedRule(
  { db, day }: Ctx,
  row: Pick<Selectable<Settlements>, 'band' | 'policyId' | 'legalEntityId'>,
  records: readonly Pick<Selectable<TermsOffers>, 'status' | 'kind' | 'breachByRule'>[],
): Promise<boolean> {
  const offer = records.find(({ status, kind }) => status === 'active' && kind === 'terms');
  return offer !== undefined && offerNamesRule(offer, row) && !(await endsByRule(db, row, day));
}
