import { hashToken } from '#server/platform/secrets/secrets.ts';
import { inSystemTransaction } from '#server/platform/state/write.ts';
import type { Booted } from '../../helpers/boot.ts';

export const restoreToken = 'R'.repeat(43);
export const invitationToken = 'I'.repeat(43);

/** A role of each side that nobody has, and what roles and registrations are made of. */
export async function makeRoles(testApp: Booted, company: number) {
  const { db } = testApp.app.database;
  const made = await inSystemTransaction(db, 'system.test', (tx) =>
    tx
      .insertInto('roles')
      .values([
        { kind: 'employee', legalEntityId: company, code: 'spare', name: 'Запасная роль' },
        { kind: 'operator', legalEntityId: null, code: 'spare', name: 'Запасная роль' },
      ])
      .returning(['id', 'kind'])
      .execute(),
  );
  const idOf = (kind: string): number => made.find((role) => role.kind === kind)!.id;
  const observers = await db.selectFrom('roles').select('id').where('code', '=', 'observer').orderBy('kind').execute();
  const permissions = await db.selectFrom('permissions').select(['id', 'employee', 'operator']).execute();
  const documents = await db.selectFrom('consentDocuments').select(['id', 'audience']).execute();
  const consentsOf = (audience: string): number[] =>
    documents.filter((one) => one.audience.includes(audience)).map((one) => one.id);
  return {
    employeeRoleId: idOf('employee'),
    operatorRoleId: idOf('operator'),
    observers: observers.map(({ id }) => id),
    permissionOf: {
      employee: permissions.find((one) => one.employee)!.id,
      operator: permissions.find((one) => one.operator && !one.employee)!.id,
    },
    consents: [consentsOf('individual'), consentsOf('employee')],
  };
}

/** A link for a new password and an invitation, by the tokens above. @returns the number of the invitation */
export async function makeTokens(
  testApp: Booted,
  to: { victim: number; company: number; roleId: number; createdBy: number },
): Promise<number> {
  const expiresAt = new Date(Date.now() + 3_600_000);
  return inSystemTransaction(testApp.app.database.db, 'system.test', async (tx) => {
    await tx
      .insertInto('restorePasswordTokens')
      .values({ accountId: to.victim, tokenHash: hashToken(restoreToken), expiresAt })
      .execute();
    const made = await tx
      .insertInto('registrationTokens')
      .values({
        kind: 'employee',
        email: 'invited@test.example',
        legalEntityId: to.company,
        roleId: to.roleId,
        createdBy: to.createdBy,
        tokenHash: hashToken(invitationToken),
        expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  });
}
