import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { individualRights } from '#contract/parties/individuals.ts';
import { legalEntityRights } from '#contract/parties/legal-entities.ts';
import type { Actor, Writing } from '#server/platform/ctx.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** Who has roles. */
export type RoleKind = 'employee' | 'operator';

/** Makes changes of who holds which role wait for one another, per company or among operators. */
export async function lockRoleHolders(tx: Tx, of: 'legalEntity' | 'operators', id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`role holders ${of} ${id}`}, 0))`.execute(tx);
}

/**
 * Checks that the actor may give this role to somebody: it is there for this company (or for operators), and it
 * holds no more than he has himself. The administrator appoints every operator, also to work that he does not do.
 * @throws Refusal `input.invalid` at `roleId`, `role.beyond_own`
 */
export async function assignableRole(
  ctx: Writing,
  kind: 'employee' | 'operator',
  roleId: number,
  legalEntityId: number | null,
): Promise<void> {
  const role = await ctx.db
    .selectFrom('roles')
    .selectAll()
    .where('id', '=', roleId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!role || (role.legalEntityId !== null && role.legalEntityId !== legalEntityId)) {
    throw new Refusal('input.invalid', { fields: { roleId: 'Такой роли нет' } });
  }
  if (kind === 'operator' && (await isAdministrator(ctx))) return;
  const codes = await ctx.db
    .selectFrom('rolePermissions')
    .innerJoin('permissions', 'permissions.id', 'rolePermissions.permissionId')
    .select('permissions.code')
    .where('roleId', '=', roleId)
    .execute();
  demandOwn(
    ctx.actor,
    { kind, legalEntityId },
    codes.map((row) => row.code),
  );
}

/** By which permissions operators decide what another has proposed, or the second of whom says who somebody is (docs/decisions/0074). */
const decidingCodes = ({ app }: Pick<Writing, 'app'>): string[] => [
  ...Object.values(app.appDefinition.approvals)
    .filter((rule) => rule.by === 'operators')
    .map((rule) => rule.decides.code),
  individualRights.verify.code,
  legalEntityRights.verify.code,
];

/** Whether a role lets its operator decide something that another role does not, or anything at all where he had none. */
export async function decidesMore(
  ctx: Pick<Writing, 'app' | 'db'>,
  { before, after }: { before: number | null; after: number },
): Promise<boolean> {
  const codesOf = (roleId: number) =>
    ctx.db
      .selectFrom('rolePermissions')
      .innerJoin('permissions', 'permissions.id', 'rolePermissions.permissionId')
      .select('permissions.code')
      .where('roleId', '=', roleId)
      .where('permissions.code', 'in', decidingCodes(ctx));
  const gained = await codesOf(after)
    .$if(before !== null, (rows) => rows.where('permissions.code', 'not in', codesOf(before!)))
    .executeTakeFirst();
  return gained !== undefined;
}

/** The operators whose role, edited, lets them decide something that it did not. @param before what it permitted: ids of permissions */
export async function newDeciders(
  ctx: Pick<Writing, 'app' | 'db'>,
  roleId: number,
  before: readonly number[],
): Promise<number[]> {
  const gained = await ctx.db
    .selectFrom('rolePermissions')
    .innerJoin('permissions', 'permissions.id', 'rolePermissions.permissionId')
    .select('permissions.id')
    .where('roleId', '=', roleId)
    .where('permissions.code', 'in', decidingCodes(ctx))
    .where(sql<boolean>`permissions.id <> all(${before}::bigint[])`)
    .executeTakeFirst();
  if (!gained) return [];
  const holders = await ctx.db.selectFrom('operators').select('id').where('roleId', '=', roleId).execute();
  return holders.map(({ id }) => id);
}

async function isAdministrator({ db, actor }: Writing): Promise<boolean> {
  const role = await db
    .selectFrom('operators as o')
    .innerJoin('roles as r', 'r.id', 'o.roleId')
    .select('r.id')
    .where('o.id', '=', actor.operatorId)
    .where('r.code', '=', 'administrator')
    .where('r.system', '=', true)
    .executeTakeFirst();
  return role !== undefined;
}

/**
 * Nobody hands out what he does not hold: an employee in that company, an operator among operators. Only what employees
 * may do in general is the operators' to set, whose own permissions are of another kind.
 * @throws Refusal `role.beyond_own`
 */
export function demandOwn(
  actor: Actor,
  { kind, legalEntityId }: { kind: 'employee' | 'operator'; legalEntityId: number | null },
  codes: readonly string[],
): void {
  if (actor.kind === 'operator' && kind === 'employee') return;
  const own =
    kind === 'operator'
      ? actor.permissions
      : actor.memberships.find((membership) => membership.legalEntityId === legalEntityId)?.permissions;
  if (codes.some((code) => !own?.has(code))) throw new Refusal('role.beyond_own');
}
