import { sql } from 'kysely';
import { individuals } from '#contract/parties/individuals.ts';
import { registries } from '#contract/registries/registries.ts';
import { simpleRegistries } from '#contract/registries/simple-registries.ts';
import { makeEmployee, makeOperator, roleByCode } from '#server/demo/factories.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import type { Actor, World } from './actors.ts';
import { signIn } from './persons.ts';
import { makeRole, passwordHash } from './things.ts';

/** By these rights somebody sees the numbers of debtors in full (registries/entries/debtor-visibility.ts). */
const reveals: readonly string[] = [
  individuals.reveal.code,
  registries.reveal.code,
  registries.upload.code,
  simpleRegistries.upload.code,
];

/** What somebody owns who has just come. */
export const nothing = {
  individualId: null,
  employeeId: null,
  operatorId: null,
  savedView: null,
  pushSubscription: null,
  consent: null,
  detail: null,
  backgroundTask: null,
  entry: null,
  simpleEntry: null,
  contact: null,
  settlement: null,
  said: null,
};

/**
 * Somebody of the home company and an operator whose roles are of their own making: they read whatever a head and an
 * administrator read, and see the numbers of debtors masked. No system role is like that.
 */
export function makeCustomReaders({ testApp, home }: World): Promise<Actor[]> {
  return inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    const employee = await makeEmployee(tx, { passwordHash, legalEntityId: home.id, role: 'head' });
    await tx
      .updateTable('memberships')
      .set({ roleId: await readingRole(tx, 'employee', 'head', home.id) })
      .where('id', '=', employee.membershipId)
      .execute();
    const operator = await makeOperator(tx, { passwordHash, role: 'administrator' });
    await tx
      .updateTable('operators')
      .set({ roleId: await readingRole(tx, 'operator', 'administrator', null) })
      .where('id', '=', operator.operatorId)
      .execute();
    const totpSealed = testApp.app.secrets.seal('accounts.totp', 'JBSWY3DPEHPK3PXP');
    await tx.updateTable('accounts').set({ totpSealed }).where('id', '=', operator.accountId).execute();
    const people = [
      { made: employee, person: { name: 'своя роль: видит маски', kind: 'employee', role: 'head' } },
      { made: operator, person: { name: 'О: своя роль: видит маски', kind: 'operator', role: 'administrator' } },
    ] as const;
    const readers: Actor[] = [];
    for (const { made, person } of people) {
      readers.push({ ...nothing, ...made, person, ...(await signIn(testApp, tx, person, made.accountId)) });
    }
    return readers;
  });
}

/** Somebody who watches at the home company, where he sees numbers masked, and is the head of the other one. */
export function makeOfTwoCompanies({ testApp, home, other }: World): Promise<Actor> {
  return inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    const made = await makeEmployee(tx, { passwordHash, legalEntityId: home.id, role: 'observer' });
    await tx
      .insertInto('memberships')
      .values({
        employeeId: made.employeeId,
        legalEntityId: other.id,
        roleId: await roleByCode(tx, 'employee', 'head'),
      })
      .execute();
    const person = {
      name: 'наблюдатель здесь, руководитель там',
      kind: 'employee',
      role: 'observer',
      roleElsewhere: 'head',
    } as const;
    return { ...nothing, ...made, person, ...(await signIn(testApp, tx, person, made.accountId)) };
  });
}

/** A role with all rights of a system one but those that reveal. */
export async function readingRole(
  tx: Tx,
  kind: 'employee' | 'operator',
  like: string,
  legalEntityId: number | null,
): Promise<number> {
  const roleId = await makeRole(tx, kind, legalEntityId);
  await sql`insert into role_permissions (role_id, permission_id)
    select ${roleId}, p.id from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = ${await roleByCode(tx, kind, like)} and p.code <> all(${reveals}::text[])`.execute(tx);
  return roleId;
}
