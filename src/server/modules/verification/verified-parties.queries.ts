import { Refusal } from '#contract/kernel/errors.ts';
import { partiesProblem, partyProblem } from '#domain/negotiation/verified-parties.ts';
import type { VerificationStatus } from '#domain/parties/verification.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { Subject } from '#server/platform/state/transition.ts';

const statusOf = async (db: Db, { table, id }: Subject): Promise<VerificationStatus> =>
  (await db.selectFrom(table).select('verificationStatus as status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

/** The two sides of a debt. */
interface Parties {
  individualId: number;
  legalEntityId: number;
}

/** Why two may sign nothing new with one another today; null when both are verified. */
export async function partiesProblemIn(db: Db, { individualId, legalEntityId }: Parties): Promise<string | null> {
  const statuses = await db
    .selectFrom(['individuals as i', 'legalEntities as le'])
    .select(['i.verificationStatus as individual', 'le.verificationStatus as creditor'])
    .where('i.id', '=', individualId)
    .where('le.id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return partiesProblem(statuses);
}

/**
 * Holds both as they are until this transaction ends, so that nobody is blocked or changed between the question and the signature. The
 * person is locked first and the company after him, both after their settlement; others may hold them the same way beside.
 * @throws Refusal `move.illegal` where one of them is not verified, which says who does what
 */
export async function lockVerifiedParties(tx: Tx, { individualId, legalEntityId }: Parties): Promise<void> {
  const locked = (table: Subject['table'], id: number) =>
    tx
      .selectFrom(table)
      .select('verificationStatus as status')
      .where('id', '=', id)
      .forShare()
      .executeTakeFirstOrThrow();
  const { status: individual } = await locked('individuals', individualId);
  const { status: creditor } = await locked('legalEntities', legalEntityId);
  const problem = partiesProblem({ individual, creditor });
  if (problem !== null) throw new Refusal('move.illegal', { detail: problem });
}

/** A company binds itself to nothing new while it is not verified. @throws Refusal `move.illegal`, which says who does what */
export async function demandVerifiedCompany(db: Db, legalEntityId: number): Promise<void> {
  const problem = await companyProblem(db, legalEntityId);
  if (problem !== null) throw new Refusal('move.illegal', { detail: problem });
}

/** Why a company binds itself to nothing new; null for a verified one. */
export const companyProblem = async (db: Db, legalEntityId: number): Promise<string | null> =>
  partyProblem('creditor', await statusOf(db, { table: 'legalEntities', id: legalEntityId }));

/** Whether somebody's data have been vouched for before, whatever has become of them since. */
export async function wasVerified(db: Db, subject: Subject): Promise<boolean> {
  if ((await statusOf(db, subject)) === 'verified') return true;
  const found = await db
    .selectFrom('statusHistory')
    .select('id')
    .where('machine', '=', 'verification')
    .where('objectType', '=', subject.table)
    .where('objectId', '=', subject.id)
    .where((eb) => eb.or([eb('toStatus', '=', 'verified'), eb('fromStatus', '=', 'verified')]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
