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
