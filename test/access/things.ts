import { sql } from 'kysely';
import { makeCompany, makeEmployee, roleByCode } from '#server/demo/factories.ts';
import type { Tx } from '#server/platform/db.ts';
import { hashToken, newToken } from '#server/platform/secrets.ts';

export const passwordHash = 'nobody signs in with a password here';

/** What one company has: the ids that its people reach and others must not. */
export interface Company {
  id: number;
  membership: number;
  /** Whoever has that place. */
  employee: number;
  account: number;
  /** An invitation that waits. */
  invitation: number;
  /** A role of its own that has no permissions. */
  role: number;
}

export async function makeStaffed(tx: Tx, inn: string): Promise<Company> {
  const id = await makeCompany(tx, { inn });
  await tx.insertInto('representatives').values({ legalEntityId: id }).execute();
  const { membershipId, employeeId, accountId } = await makeEmployee(tx, {
    passwordHash,
    legalEntityId: id,
    role: 'observer',
  });
  await makeEmployee(tx, { passwordHash, legalEntityId: id, role: 'head' });
  return {
    id,
    membership: membershipId,
    employee: employeeId,
    account: accountId,
    invitation: await makeInvitation(tx, id),
    role: await makeRole(tx, 'employee', id),
  };
}

async function makeInvitation(tx: Tx, legalEntityId: number): Promise<number> {
  const made = await tx
    .insertInto('registrationTokens')
    .values({
      kind: 'employee',
      email: `invited-${legalEntityId}@test.example`,
      tokenHash: hashToken(newToken()),
      legalEntityId,
      roleId: await roleByCode(tx, 'employee', 'observer'),
      expiresAt: sql<Date>`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function makeRole(tx: Tx, kind: 'employee' | 'operator', legalEntityId: number | null): Promise<number> {
  const made = await tx
    .insertInto('roles')
    .values({ kind, legalEntityId, code: sql<string>`'role-' || gen_random_uuid()`, name: 'Без прав' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function makeSavedView(tx: Tx, accountId: number): Promise<number> {
  const made = await tx
    .insertInto('savedViews')
    .values({ accountId, screen: 'individuals', name: 'Мои', query: '', view: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function makeBackgroundTask(tx: Tx, accountId: number, sessionId: number): Promise<number> {
  const made = await tx
    .insertInto('backgroundTasks')
    .values({
      accountId,
      sessionId,
      operation: 'individuals.exportExcel',
      title: 'Физлица',
      querySealed: '',
      state: 'running',
      expiresAt: sql<Date>`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

export async function makeApproval(tx: Tx, makerId: number, objectId: number): Promise<number> {
  const made = await tx
    .insertInto('approvals')
    .values({
      kind: 'verification.block',
      objectType: 'individuals',
      objectId,
      reason: 'Для проверки доступа',
      makerId,
      expiresAt: sql<Date>`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** A copy of a permission that only this kind of people can have: those of the contract are not changed. */
export async function copiedPermission(tx: Tx, kind: 'employee' | 'operator'): Promise<number> {
  const found = await tx
    .selectFrom('permissions')
    .select(['code', 'groupName', 'name', 'method', 'path', 'employee', 'operator'])
    .where(kind, '=', true)
    .orderBy(kind === 'employee' ? 'operator' : 'employee')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const made = await tx
    .insertInto('permissions')
    .values({ ...found, system: false })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
