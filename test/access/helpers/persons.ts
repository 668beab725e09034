import { sql } from 'kysely';
import type { EmployeeRole, OperatorRole } from '#contract/kernel/access.ts';
import { makeEmployee, makeIndividual, makeOperator } from '#server/demo/factories.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { hashToken, newToken } from '#server/platform/secrets/secrets.ts';
import type { Booted } from '../../helpers/boot.ts';
import { Client } from '../../helpers/client.ts';
import type { Person } from './matrix.ts';
import { type Company, passwordHash } from './things.ts';

/** By which numbers a person is known; null where he is nobody of the kind. */
export interface PersonIds {
  accountId: number | null;
  individualId: number | null;
  employeeId: number | null;
  operatorId: number | null;
}

interface Places {
  home: Company;
  elsewhere: Company;
  operatorRole: number;
}

/** Somebody of the matrix, as the database knows him. */
export async function makePerson(testApp: Booted, tx: Tx, person: Person, places: Places): Promise<PersonIds> {
  const nobody = { accountId: null, individualId: null, employeeId: null, operatorId: null };
  if (person.kind === null) return nobody;
  if (person.kind === 'individual') {
    return { ...nobody, ...(await makeIndividual(tx, { passwordHash, inn: '770708389324' })) };
  }
  if (person.kind === 'employee') return { ...nobody, ...(await makeColleague(tx, person, places)) };
  return { ...nobody, ...(await makeOperatorOf(testApp, tx, person, places.operatorRole)) };
}

async function makeColleague(tx: Tx, person: Person, { home, elsewhere }: Places) {
  const role = (person.role ?? 'observer') as EmployeeRole;
  const made = await makeEmployee(tx, { passwordHash, legalEntityId: home.id, role });
  const place = tx.updateTable('memberships').where('id', '=', made.membershipId);
  if (person.role === null) await place.set({ roleId: home.role }).execute();
  if (person.out === 'dismissed') await place.set({ active: false }).execute();
  if (person.roleElsewhere !== undefined) {
    const { roleId } = await tx
      .selectFrom('memberships')
      .innerJoin('roles', 'roles.id', 'memberships.roleId')
      .select('roleId')
      .where('memberships.legalEntityId', '=', elsewhere.id)
      .where('roles.code', '=', person.roleElsewhere)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('memberships')
      .values({ employeeId: made.employeeId, legalEntityId: elsewhere.id, roleId })
      .execute();
  }
  return { accountId: made.accountId, employeeId: made.employeeId };
}

async function makeOperatorOf(testApp: Booted, tx: Tx, person: Person, powerless: number) {
  const role = (person.role ?? 'observer') as OperatorRole;
  const { accountId, operatorId } = await makeOperator(tx, { passwordHash, role });
  const place = tx.updateTable('operators').where('id', '=', operatorId);
  if (person.role === null) await place.set({ roleId: powerless }).execute();
  if (person.out === 'dismissed') await place.set({ active: false }).execute();
  if (!person.lacksSecondFactor) {
    const totpSealed = testApp.app.secrets.seal('accounts.totp', 'JBSWY3DPEHPK3PXP');
    await tx.updateTable('accounts').set({ totpSealed }).where('id', '=', accountId).execute();
  }
  return { accountId, operatorId };
}

/** Opens a session in the table itself: sign-in is tested elsewhere, and an expired one cannot be had by it. */
export async function signIn(
  testApp: Booted,
  tx: Tx,
  { out }: Person,
  accountId: number | null,
): Promise<{ client: Client; sessionId: number | null }> {
  const client = new Client(testApp.url);
  if (accountId === null) return { client, sessionId: null };
  if (out === 'blocked') {
    await tx.updateTable('accounts').set({ status: 'blocked' }).where('id', '=', accountId).execute();
  }
  const token = newToken();
  const end = out === 'expired' ? sql<Date>`now() - interval '1 second'` : sql<Date>`now() + interval '1 hour'`;
  const { id } = await tx
    .insertInto('sessions')
    .values({ accountId, tokenHash: hashToken(token), expiresAt: end, idleExpiresAt: end })
    .returning('id')
    .executeTakeFirstOrThrow();
  client.cookies.set('session', token);
  return { client, sessionId: id };
}
