import { sql } from 'kysely';
import { employeeRoles, type Kind, needsPermission, operatorRoles, rolesOf } from '#contract/kernel/access.ts';
import type { Permitted } from '#contract/kernel/op.ts';
import type { Tx } from '#server/platform/db.ts';

/**
 * Brings permissions and system roles of the contract into the database at start. A new operation's permission comes
 * into the system roles that its declaration names; a permission that is gone leaves every role.
 */
export async function syncRoles(tx: Tx, permitted: readonly Permitted[]): Promise<void> {
  const guarded = permitted.filter(
    ({ def }) => def.access !== 'anyone' && (['employee', 'operator'] as const).some((kind) => asks(def.access, kind)),
  );
  await syncPermissions(tx, guarded);
  await syncSystemRoles(tx, 'employee', employeeRoles, guarded);
  await syncSystemRoles(tx, 'operator', operatorRoles, guarded);
}

const asks = (access: Permitted['def']['access'], kind: Kind): boolean =>
  access !== 'anyone' && needsPermission(access, kind);

async function syncPermissions(tx: Tx, guarded: readonly Permitted[]): Promise<void> {
  const rows = guarded.map(({ code, group, def, method, path }) => ({
    code,
    groupName: group,
    name: def.about,
    method,
    path,
    employee: asks(def.access, 'employee'),
    operator: asks(def.access, 'operator'),
  }));
  await tx
    .deleteFrom('permissions')
    .where(
      'code',
      'not in',
      rows.map((row) => row.code),
    )
    .execute();
  for (const row of rows) {
    await tx
      .insertInto('permissions')
      .values(row)
      .onConflict((conflict) => conflict.column('code').where('system', '=', sql.lit(true)).doUpdateSet(row))
      .execute();
  }
}

async function syncSystemRoles(
  tx: Tx,
  kind: 'employee' | 'operator',
  names: Readonly<Record<string, string>>,
  guarded: readonly Permitted[],
): Promise<void> {
  for (const [code, name] of Object.entries(names)) {
    const held = guarded
      .filter(({ def }) => def.access !== 'anyone' && rolesOf(def.access, kind).includes(code))
      .map((one) => one.code);
    await tx
      .insertInto('roles')
      .values({ kind, code, name, system: true })
      .onConflict((conflict) => conflict.expression(sql`kind, coalesce(legal_entity_id, 0), code`).doNothing())
      .execute();
    const role = await tx
      .selectFrom('roles')
      .select([
        'id',
        sql<
          string[]
        >`array(select p.code from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = roles.id)`.as(
          'codes',
        ),
      ])
      .where('kind', '=', kind)
      .where('code', '=', code)
      .where('system', '=', true)
      .executeTakeFirstOrThrow();
    if (sameSet(role.codes, held)) continue;
    await tx.deleteFrom('rolePermissions').where('roleId', '=', role.id).execute();
    if (held.length > 0) {
      await tx
        .insertInto('rolePermissions')
        .expression((eb) =>
          eb
            .selectFrom('permissions')
            .select([sql<number>`${role.id}::bigint`.as('roleId'), 'id'])
            .where('code', 'in', held)
            .where('system', '=', true),
        )
        .columns(['roleId', 'permissionId'])
        .execute();
    }
    // Kept permission sets are known by the role's version, so a change must show in it.
    await tx
      .updateTable('roles')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', role.id)
      .execute();
  }
}

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((code) => other.includes(code));
