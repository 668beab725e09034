import type * as z from 'zod';
import { employeePermissions, operatorPermissions, type Permission } from '#contract/access/roles.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Ctx, Writing } from '#server/platform/ctx.ts';
import { implement } from '#server/platform/ctx.ts';
import { changeRow } from '#server/platform/state/write.ts';
import type { RoleKind } from './roles.queries.ts';

type PermissionCard = z.input<typeof Permission>;

const columns = ['id', 'code', 'groupName as group', 'name', 'method', 'path', 'system', 'version'] as const;

const resourceOf = { employee: 'employeePermission', operator: 'operatorPermission' } as const;

const permissions = (ctx: Ctx, kind: RoleKind) =>
  ctx.db
    .selectFrom('permissions')
    .select(columns)
    .where(kind, '=', true)
    .where('absentSince', 'is', null)
    .where(ctx.within(resourceOf[kind], 'permissions'));

async function find(ctx: Ctx, kind: RoleKind, id: number): Promise<PermissionCard> {
  const found = await permissions(ctx, kind).where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('object.absent');
  return found;
}

/** A permission that people may change: a copy. @throws Refusal `permission.system` */
async function demandCopy(ctx: Writing, kind: RoleKind, id: number): Promise<void> {
  if ((await find(ctx, kind, id)).system) throw new Refusal('permission.system');
}

/** Copies a permission under a new name. @throws Refusal `input.invalid` at `copyOf` */
async function copy(
  ctx: Writing,
  kind: RoleKind,
  { copyOf, name, group }: { copyOf: number; name: string; group?: string | undefined },
): Promise<PermissionCard> {
  const source = await ctx.db
    .selectFrom('permissions')
    .selectAll()
    .where('id', '=', copyOf)
    .where(kind, '=', true)
    .where('absentSince', 'is', null)
    .executeTakeFirst();
  if (!source) throw new Refusal('input.invalid', { fields: { copyOf: 'Такого права нет' } });
  const { code, method, path, groupName } = source;
  const { id } = await ctx.db
    .insertInto('permissions')
    .values({
      code,
      method,
      path,
      name,
      groupName: group ?? groupName,
      employee: kind === 'employee',
      operator: kind === 'operator',
      system: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return find(ctx, kind, id);
}

async function remove(ctx: Writing, kind: RoleKind, id: number): Promise<void> {
  await demandCopy(ctx, kind, id);
  const { numDeletedRows } = await ctx.db
    .deleteFrom('permissions')
    .where('id', '=', id)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('rolePermissions').select('roleId').where('permissionId', '=', id))))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('permission.in_use');
}

interface One {
  params: { id: number };
}
interface Change {
  body: { version: number; name?: string | undefined; group?: string | undefined };
}

const handlers = (kind: RoleKind) => ({
  async list(ctx: Ctx) {
    return { items: await permissions(ctx, kind).orderBy('groupName').orderBy('id').execute() };
  },
  create: (ctx: Writing, { body }: { body: Parameters<typeof copy>[2] }) => copy(ctx, kind, body),
  get: (ctx: Ctx, { params }: One) => find(ctx, kind, params.id),
  async update(ctx: Writing, { params, body: { version, name, group } }: One & Change) {
    await demandCopy(ctx, kind, params.id);
    await changeRow(ctx.db, 'permissions', params.id, version, { name, groupName: group });
    return find(ctx, kind, params.id);
  },
  remove: (ctx: Writing, { params }: One) => remove(ctx, kind, params.id),
});

export const employeePermissionHandlers = implement(employeePermissions, handlers('employee'));
export const operatorPermissionHandlers = implement(operatorPermissions, handlers('operator'));
