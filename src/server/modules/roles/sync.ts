import { type RawBuilder, sql } from 'kysely';
import { employeeRoles, type Kind, needsPermission, operatorRoles, rolesOf } from '#contract/kernel/access.ts';
import type { Permitted } from '#contract/kernel/op.ts';
import type { Tx } from '#server/platform/database/db.ts';

/**
 * Brings permissions and system roles of the contract into the database at start. A new operation's permission comes
 * into the system roles that its declaration names. One that this version does not know is marked as absent and stays with
 * every role: a newer version may work beside this one, or come back after a rollback. Most starts change nothing, so what
 * is there is read at once and only differences are written.
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

const columns = ['code', 'groupName', 'name', 'method', 'path', 'employee', 'operator'] as const;

async function syncPermissions(tx: Tx, guarded: readonly Permitted[]): Promise<void> {
  const wanted = guarded.map(({ code, group, def, method, path }) => ({
    code,
    groupName: group,
    name: def.about,
    method,
    path,
    employee: asks(def.access, 'employee'),
    operator: asks(def.access, 'operator'),
  }));
  const codes = new Set(wanted.map(({ code }) => code));
  const stored = await tx
    .selectFrom('permissions')
    .select([...columns, 'system', 'absentSince'])
    .execute();
  const gone = stored.filter(({ code, absentSince }) => !codes.has(code) && absentSince === null);
  await markAbsent(tx, gone, sql<Date>`now()`);
  await markAbsent(
    tx,
    stored.filter(({ code, absentSince }) => codes.has(code) && absentSince !== null),
    null,
  );
  const known = new Map(stored.filter(({ system }) => system).map((row) => [row.code, row]));
  const changed = wanted.filter((row) => columns.some((column) => row[column] !== known.get(row.code)?.[column]));
  if (changed.length === 0) return;
  await tx
    .insertInto('permissions')
    .values(changed)
    .onConflict((conflict) =>
      conflict
        .column('code')
        .where('system', '=', sql.lit(true))
        .doUpdateSet((eb) => Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )
    .execute();
}

async function markAbsent(
  tx: Tx,
  some: readonly { code: string }[],
  absentSince: RawBuilder<Date> | null,
): Promise<void> {
  if (some.length === 0) return;
  const codes = some.map(({ code }) => code);
  await tx.updateTable('permissions').set({ absentSince }).where('code', 'in', codes).execute();
}

async function syncSystemRoles(
  tx: Tx,
  kind: 'employee' | 'operator',
  names: Readonly<Record<string, string>>,
  guarded: readonly Permitted[],
): Promise<void> {
  await tx
    .insertInto('roles')
    .values(Object.entries(names).map(([code, name]) => ({ kind, code, name, system: true })))
    .onConflict((conflict) => conflict.expression(sql`kind, coalesce(legal_entity_id, 0), code`).doNothing())
    .execute();
  const roles = await tx
    .selectFrom('roles')
    .select(['id', 'code', permissionCodes.as('codes')])
    .where('kind', '=', kind)
    .where('code', 'in', Object.keys(names))
    .where('system', '=', true)
    .execute();
  const known = new Set(guarded.map(({ code }) => code));
  for (const { id, code, codes } of roles) {
    const held = guarded
      .filter(({ def }) => def.access !== 'anyone' && rolesOf(def.access, kind).includes(code))
      .map((one) => one.code);
    const ours = codes.filter((one) => known.has(one));
    if (!sameSet(ours, held)) await giveToRole(tx, id, { held, known: [...known] });
  }
}

const permissionCodes = sql<string[]>`array(
  select p.code from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = roles.id)`;

/** Of the permissions that this version knows the role has those that are named, and no others. */
async function giveToRole(
  tx: Tx,
  roleId: number,
  { held, known }: { held: readonly string[]; known: readonly string[] },
): Promise<void> {
  await tx
    .deleteFrom('rolePermissions')
    .where('roleId', '=', roleId)
    .where('permissionId', 'in', (eb) => eb.selectFrom('permissions').select('id').where('code', 'in', known))
    .execute();
  if (held.length > 0) {
    await tx
      .insertInto('rolePermissions')
      .expression((eb) =>
        eb
          .selectFrom('permissions')
          .select([sql<number>`${roleId}::bigint`.as('roleId'), 'id'])
          .where('code', 'in', held)
          .where('system', '=', true),
      )
      .columns(['roleId', 'permissionId'])
      .execute();
  }
  // Stored permission sets are known by the role's version, so a change must show in it.
  await tx
    .updateTable('roles')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', roleId)
    .execute();
}

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((code) => other.includes(code));
