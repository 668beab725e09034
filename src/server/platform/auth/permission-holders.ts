import type { Permitted } from '#contract/kernel/op.ts';
import type { Db, Tx } from '../database/db.ts';

/** The accounts of the operators who work and whose roles permit something. */
export async function operatorsWith(db: Db | Tx, permitted: Permitted): Promise<number[]> {
  const rows = await db
    .selectFrom('operators')
    .innerJoin('rolePermissions', 'rolePermissions.roleId', 'operators.roleId')
    .innerJoin('permissions', 'permissions.id', 'rolePermissions.permissionId')
    .select('operators.accountId')
    .where('permissions.code', '=', permitted.code)
    .where('operators.active', '=', true)
    .execute();
  return rows.map(({ accountId }) => accountId);
}

/** The accounts of the employees who work for a company and whose roles permit something, with where they are written to. */
export const employeesWith = (
  db: Db | Tx,
  legalEntityId: number,
  permitted: Permitted,
): Promise<{ accountId: number; email: string }[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .innerJoin('accounts as a', 'a.id', 'e.accountId')
    .innerJoin('rolePermissions as rp', 'rp.roleId', 'm.roleId')
    .innerJoin('permissions as p', 'p.id', 'rp.permissionId')
    .select(['a.id as accountId', 'a.email'])
    .where('m.legalEntityId', '=', legalEntityId)
    .where('m.active', '=', true)
    .where('p.code', '=', permitted.code)
    .execute();

/**
 * Whether somebody works for a company and his role permits something. His place is held until the commit: whoever dismisses him at the same time
 * waits, and then finds what was written in his name. Called before anything else is held that a dismissal asks for.
 */
export async function holdsPlace(
  tx: Tx,
  legalEntityId: number,
  accountId: number,
  permitted: Permitted,
): Promise<boolean> {
  const place = await tx
    .selectFrom('memberships as m')
    .select('m.id')
    .where('m.legalEntityId', '=', legalEntityId)
    .where('m.active', '=', true)
    .where('m.employeeId', '=', (eb) => eb.selectFrom('employees').select('id').where('accountId', '=', accountId))
    .forShare()
    .executeTakeFirst();
  // The right by a statement of its own, which sees what was waited for.
  return (
    place !== undefined &&
    (await employeesWith(tx, legalEntityId, permitted)).some((one) => one.accountId === accountId)
  );
}

/**
 * Whether somebody may still be told of what he once did: a person always, an operator who works, an employee who works for the company.
 * @param legalEntityId for which company an employee did it; null where that is not known, so that any does
 */
export async function stillWorks(db: Db | Tx, accountId: number, legalEntityId: number | null): Promise<boolean> {
  const employee = await db.selectFrom('employees').select('id').where('accountId', '=', accountId).executeTakeFirst();
  if (employee) {
    const membership = await db
      .selectFrom('memberships')
      .select('id')
      .where('employeeId', '=', employee.id)
      .where('active', '=', true)
      .$if(legalEntityId !== null, (rows) => rows.where('legalEntityId', '=', legalEntityId))
      .executeTakeFirst();
    return membership !== undefined;
  }
  const operator = await db
    .selectFrom('operators')
    .select('active')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return operator?.active ?? true;
}
