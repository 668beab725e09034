import { sql } from 'kysely';
import type { Signatory } from '#domain/parties/signing-right.ts';
import type { Day } from '#domain/values/days.ts';
import type { Db } from '#server/platform/database/db.ts';
import { publisherWith } from '../negotiation/publisher.queries.ts';
import { type BreachState, breachState } from './breach.queries.ts';

/** By whose right the conditions of a creditor go on acting in an agreement that they concluded, or whose end they name. */
type RuleSigner =
  /** No conditions act in it: what its people have signed holds. */
  | { readonly by: 'agreement' }
  /** Whoever has published the conditions by which it was made has the right to change and end agreements today. */
  | { readonly by: 'publisher'; readonly signatory: Signatory }
  /** He has it no more, but conditions that the company has published since are of somebody who has. */
  | { readonly by: 'successor'; readonly signatory: Signatory }
  /** Nobody. */
  | { readonly by: 'nobody' };

interface Of {
  id: number;
  legalEntityId: number;
}

/** Who stands behind what conditions do in an agreement today (docs/decisions/0112). */
export async function ruleSigner(
  db: Db,
  { id, legalEntityId }: Of,
  today: Day,
  { byRule }: { byRule: boolean },
): Promise<RuleSigner> {
  if (!byRule && !(await isSignedByRule(db, id))) return { by: 'agreement' };
  const publisherOf = (policyId: number | null) => publisherWith(db, { policyId, legalEntityId }, ['change'], today);
  const { policyId } = await db
    .selectFrom('settlements')
    .select('policyId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const own = await publisherOf(policyId);
  if (own) return { by: 'publisher', signatory: own.signatory };
  const last = await db
    .selectFrom('settlementPolicies')
    .select('id')
    .where('legalEntityId', '=', legalEntityId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const successor = await publisherOf(last?.id ?? null);
  return successor ? { by: 'successor', signatory: successor.signatory } : { by: 'nobody' };
}

/**
 * The breach of an agreement in force as both are told of it. A rule whose publisher has lost his right ends nothing, whatever the agreement
 * names: then a person decides, and so it is said (docs/decisions/0155).
 */
export async function toldBreach(db: Db, of: Of, today: Day): Promise<BreachState> {
  const state = await breachState(db, of.id, today);
  return state.byRule && !(await actsByRule(db, of, today)) ? withoutRule(state) : state;
}

const actsByRule = async (db: Db, of: Of, today: Day): Promise<boolean> =>
  (await ruleSigner(db, of, today, { byRule: true })).by === 'publisher';

/** The same breach as it stands where no rule acts. */
export const withoutRule = (state: BreachState): BreachState => ({
  ...state,
  byRule: false,
  ruleUntil: null,
  isRipeForRule: false,
});

/** Whether the last agreement was signed for the creditor by his conditions alone. */
async function isSignedByRule(db: Db, settlementId: number): Promise<boolean> {
  const row = await db
    .selectFrom('agreements as g')
    .innerJoin('signatures as s', 's.offerId', 'g.offerId')
    .select('s.method')
    .where('g.settlementId', '=', settlementId)
    .where('s.side', '=', sql.lit('creditor'))
    .orderBy('g.id', 'desc')
    .executeTakeFirst();
  return row?.method === 'policy';
}
