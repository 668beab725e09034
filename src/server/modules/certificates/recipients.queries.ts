import type { Permitted } from '#contract/kernel/op.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Somebody who is told of a certificate. */
export interface Recipient {
  accountId: number;
  email: string;
}

/** The debtor, when he has an account. */
export const debtorAccount = (db: Db, { individualId }: { individualId: number }): Promise<Recipient[]> =>
  db
    .selectFrom('individuals as i')
    .innerJoin('accounts as a', 'a.id', 'i.accountId')
    .select(['a.id as accountId', 'a.email'])
    .where('i.id', '=', individualId)
    .execute();

/** Those of a company who hold a permission. */
export const headAccounts = (
  db: Db,
  { legalEntityId }: { legalEntityId: number },
  { code }: Permitted,
): Promise<Recipient[]> =>
  db
    .selectFrom('memberships as m')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .innerJoin('accounts as a', 'a.id', 'e.accountId')
    .innerJoin('rolePermissions as rp', 'rp.roleId', 'm.roleId')
    .innerJoin('permissions as p', 'p.id', 'rp.permissionId')
    .select(['a.id as accountId', 'a.email'])
    .where('m.legalEntityId', '=', legalEntityId)
    .where('m.active', '=', true)
    .where('p.code', '=', code)
    .distinct()
    .execute();

/** Operators who hold a permission. */
export const operatorAccounts = async (db: Db, { code }: Permitted): Promise<number[]> => {
  const rows = await db
    .selectFrom('operators as o')
    .innerJoin('rolePermissions as rp', 'rp.roleId', 'o.roleId')
    .innerJoin('permissions as p', 'p.id', 'rp.permissionId')
    .select('o.accountId')
    .where('p.code', '=', code)
    .distinct()
    .execute();
  return rows.flatMap(({ accountId }) => accountId ?? []);
};
