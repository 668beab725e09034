import { sql } from 'kysely';
import type * as z from 'zod';
import { employeeRoles, operatorRoles, type Role } from '#contract/access/roles.ts';
import type { Resource } from '#contract/kernel/access.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import { endOrphanedProposals } from '#server/modules/approvals/orphans.commands.ts';
import { demandOpenCompany } from '#server/modules/legal-entities/legal-entities.queries.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import { implement } from '#server/platform/ctx.ts';
import { publish } from '#server/platform/events.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import type { ListQuery } from '#server/platform/list/page.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { decidingRoleGiven } from './roles.events.ts';
import { demandOwn, type RoleKind as Kind, lockRoleHolders, newDeciders } from './roles.queries.ts';

type RoleCard = z.input<typeof Role>;

const resourceOf: Record<Kind, Resource> = { employee: 'employeeRole', operator: 'operatorRole' };

const roleRows = (ctx: Ctx, kind: Kind) =>
  ctx.db.selectFrom('roles as r').where('r.kind', '=', kind).where(ctx.within(resourceOf[kind], 'r'));

const roleColumns = [
  'r.id',
  'r.code',
  'r.name',
  'r.system',
  'r.legalEntityId',
  'r.version',
  sql<number[]>`array(select p.id from role_permissions h join permissions p on p.id = h.permission_id
    where h.role_id = r.id and p.absent_since is null order by 1)`.as('permissionIds'),
  sql<number>`(select count(*) from memberships where role_id = r.id) + (select count(*) from operators where role_id = r.id)`.as(
    'holders',
  ),
] as const;

async function findRole(ctx: Ctx, kind: Kind, id: number): Promise<RoleCard> {
  const role = await roleRows(ctx, kind).select(roleColumns).where('r.id', '=', id).executeTakeFirst();
  if (!role) throw new Refusal('object.absent');
  return role;
}

/** A role that people may change: not a system one. @throws Refusal `role.system` */
async function findOwnRole(ctx: Ctx, kind: Kind, id: number): Promise<RoleCard> {
  const role = await findRole(ctx, kind, id);
  if (role.system) throw new Refusal('role.system');
  // An employee sees the platform's shared roles, but only an operator may change those.
  if (ctx.actor?.kind === 'employee' && role.legalEntityId === null) throw new Refusal('role.system');
  return role;
}

/** The permissions with these ids, of this kind. @throws Refusal `input.invalid` at `permissionIds` */
async function knownPermissions(ctx: Ctx, kind: Kind, ids: readonly number[]): Promise<{ id: number; code: string }[]> {
  if (ids.length === 0) return [];
  const found = await ctx.db
    .selectFrom('permissions')
    .select(['id', 'code'])
    .where('id', 'in', [...new Set(ids)])
    .where(kind, '=', true)
    .where('absentSince', 'is', null)
    .execute();
  if (found.length < new Set(ids).size)
    throw new Refusal('input.invalid', { fields: { permissionIds: 'Такого права нет' } });
  return found;
}

/** Gives a role these permissions and no others; those that this version does not know stay as they are. */
async function setPermissions(
  ctx: Writing,
  role: { id: number; legalEntityId: number | null },
  kind: Kind,
  ids: readonly number[],
): Promise<void> {
  const permissions = await knownPermissions(ctx, kind, ids);
  demandOwn(
    ctx.actor,
    { kind, legalEntityId: role.legalEntityId },
    permissions.map((permission) => permission.code),
  );
  await ctx.db
    .deleteFrom('rolePermissions')
    .where('roleId', '=', role.id)
    .where('permissionId', 'in', (eb) => eb.selectFrom('permissions').select('id').where('absentSince', 'is', null))
    .execute();
  if (permissions.length === 0) return;
  await ctx.db
    .insertInto('rolePermissions')
    .values(permissions.map((permission) => ({ roleId: role.id, permissionId: permission.id })))
    .execute();
}

/** Where a new role belongs: an employee's to his company, an operator's to the platform or to a named company. */
async function ownerOf(ctx: Writing, kind: Kind, wanted: number | undefined): Promise<number | null> {
  if (kind === 'operator') {
    if (wanted === undefined) return null;
    throw new Refusal('input.invalid', {
      fields: { legalEntityId: 'Роли операторов ни к какой компании не относятся' },
    });
  }
  if (ctx.actor.kind !== 'employee') return wanted === undefined ? null : knownCompany(ctx, wanted);
  const companies = ctx.actor.memberships
    .filter((one) => one.permissions.has(ctx.operation.code))
    .map((one) => one.legalEntityId);
  if (wanted === undefined && companies.length !== 1) {
    throw new Refusal('input.invalid', { fields: { legalEntityId: 'Выберите компанию' } });
  }
  const owner = wanted ?? companies[0]!;
  if (!companies.includes(owner)) throw new Refusal('object.absent');
  await demandOpenCompany(ctx, owner);
  return owner;
}

async function knownCompany(ctx: Writing, id: number): Promise<number> {
  const found = await ctx.db
    .selectFrom('legalEntities')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  return found.id;
}

interface RoleFilter {
  system?: boolean | undefined;
  legalEntityId?: number | undefined;
}

const roleList = defineList({
  rows(ctx: Ctx, { filter }: { filter?: RoleFilter | undefined }, kind: Kind) {
    let rows = roleRows(ctx, kind);
    if (filter?.system !== undefined) rows = rows.where('r.system', '=', filter.system);
    const company = filter?.legalEntityId;
    if (company === undefined) return rows;
    return rows.where((r) => r.or([r('r.legalEntityId', 'is', null), r('r.legalEntityId', '=', company)]));
  },
  columns: (rows) => rows.select(roleColumns),
  orders: { name: { columns: ['r.name', 'r.id'], direction: 1 } },
});

const roleHandlers = (kind: Kind) => ({
  list: (ctx: Ctx, { query }: { query: ListQuery<'name'> & { filter?: RoleFilter | undefined } }) =>
    roleList.page(ctx, query, kind),
  async create(
    ctx: Writing,
    {
      body,
    }: {
      body: {
        name: string;
        legalEntityId?: number | undefined;
        copyOf?: number | undefined;
        permissionIds?: number[] | undefined;
      };
    },
  ) {
    const legalEntityId = await ownerOf(ctx, kind, body.legalEntityId);
    const source = body.copyOf === undefined ? null : await findRole(ctx, kind, body.copyOf);
    const { id } = await ctx.db
      .insertInto('roles')
      .values({ kind, legalEntityId, name: body.name, code: sql<string>`'role-' || gen_random_uuid()` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setPermissions(ctx, { id, legalEntityId }, kind, body.permissionIds ?? source?.permissionIds ?? []);
    return findRole(ctx, kind, id);
  },
  get: (ctx: Ctx, { params }: { params: { roleId: number } }) => findRole(ctx, kind, params.roleId),
  async update(
    ctx: Writing,
    {
      params,
      body,
    }: {
      params: { roleId: number };
      body: { version: number; name?: string | undefined; permissionIds?: number[] | undefined };
    },
  ) {
    // Who gets the role just now is seen with what it gives, or waits.
    if (kind === 'operator') await lockRoleHolders(ctx.db, 'operators', 0);
    const role = await findOwnRole(ctx, kind, params.roleId);
    await changeRow(ctx.db, 'roles', role.id, body.version, { name: body.name });
    if (body.permissionIds) {
      await setPermissions(ctx, role, kind, body.permissionIds);
      if (kind === 'operator') {
        await tellOfDeciders(ctx, role);
        await endOrphanedProposals(ctx);
      }
    }
    return findRole(ctx, kind, role.id);
  },
  async remove(ctx: Writing, { params }: { params: { roleId: number } }) {
    const role = await findOwnRole(ctx, kind, params.roleId);
    if (role.holders > 0) throw new Refusal('role.in_use');
    const waiting = await ctx.db
      .selectFrom('registrationTokens')
      .select('id')
      .where('roleId', '=', role.id)
      .executeTakeFirst();
    if (waiting) throw new Refusal('role.in_use');
    await ctx.db.deleteFrom('roles').where('id', '=', role.id).execute();
  },
});

/** An edited role gives as a new one does. */
async function tellOfDeciders(
  ctx: Writing,
  { id, permissionIds }: { id: number; permissionIds: number[] },
): Promise<void> {
  const operatorIds = await newDeciders(ctx, id, permissionIds);
  if (operatorIds.length > 0) await publish(ctx, decidingRoleGiven, { operatorIds });
}

export const employeeRoleHandlers = implement(employeeRoles, {
  ...roleHandlers('employee'),
  async grant(ctx, { params }) {
    const role = await findOwnRole(ctx, 'employee', params.roleId);
    await changeRow(ctx.db, 'roles', role.id, role.version, {});
    await setPermissions(ctx, role, 'employee', [...role.permissionIds, params.permissionId]);
    return findRole(ctx, 'employee', role.id);
  },
});
export const operatorRoleHandlers = implement(operatorRoles, roleHandlers('operator'));
