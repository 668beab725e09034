import * as z from 'zod';
import type { Access, Resource } from '../kernel/access.ts';
import { everyEmployee } from '../kernel/access.ts';
import { filledLineText, id, version } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { listOf, unsearchedListQuery } from '../kernel/page.ts';

export const Permission = z.object({
  id: z.int(),
  code: z.string(),
  group: z.string(),
  name: z.string(),
  method: z.string(),
  path: z.string(),
  /** Made by the contract; the others are copies that people have named in their own words. */
  system: z.boolean(),
  version: z.int(),
});

export const Role = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  system: z.boolean(),
  legalEntityId: z.int().nullable(),
  permissionIds: z.array(z.int()),
  holders: z.int(),
  version: z.int(),
});

const administrator: Access = { operator: ['all', 'administrator'] };
const permissionIds = z.array(id).max(500);
const name = filledLineText(100);

/**
 * The permissions of one kind of people. Those of the contract are copied, not changed: a copy lets do the same
 * operation under a name and in a group of one's own.
 */
function permissionOperations<const Path extends string>(path: Path, on: Resource, read: Access, of: string) {
  return {
    list: op(`GET ${path}`, {
      about: `Список прав ${of}`,
      access: read,
      lists: [on],
      out: z.object({ items: z.array(Permission) }),
    }),
    create: op(`POST ${path}`, {
      about: `Создать копию права ${of}`,
      access: administrator,
      vouched: true,
      body: z.strictObject({ copyOf: id, name, group: name.optional() }),
      out: Permission,
      status: 201,
    }),
    get: op(`GET ${path}/{id}`, { about: `Право ${of}`, access: read, on: { id: on }, out: Permission }),
    update: op(`PATCH ${path}/{id}`, {
      about: `Изменить копию права ${of}`,
      access: administrator,
      vouched: true,
      on: { id: on },
      body: z.strictObject({ name, group: name }).partial().extend({ version }),
      out: Permission,
      errors: ['version.stale', 'permission.system'],
    }),
    remove: op(`DELETE ${path}/{id}`, {
      about: `Удалить копию права ${of}`,
      access: administrator,
      vouched: true,
      on: { id: on },
      errors: ['permission.system', 'permission.in_use'],
    }),
  };
}

const rolesFilters = {
  system: z.boolean(),
  /** Those that somebody of this company may have: its own and the platform's. */
  legalEntityId: id,
};

/** Roles are sets of permissions. System roles are copied, not changed: `copyOf` makes a new one of an old one. */
function roleOperations<const Path extends string>(path: Path, on: Resource, read: Access, write: Access, of: string) {
  return {
    list: op(`GET ${path}`, {
      about: `Список ролей ${of}`,
      access: read,
      lists: [on],
      query: unsearchedListQuery(['name'], rolesFilters),
      out: listOf(Role),
    }),
    create: op(`POST ${path}`, {
      about: `Создать роль ${of}`,
      access: write,
      vouched: true,
      body: z.strictObject({
        name,
        legalEntityId: id.optional(),
        copyOf: id.optional(),
        permissionIds: permissionIds.optional(),
      }),
      out: Role,
      status: 201,
      errors: ['role.beyond_own', 'object.absent'],
    }),
    get: op(`GET ${path}/{roleId}`, { about: `Роль ${of}`, access: read, on: { roleId: on }, out: Role }),
    update: op(`PATCH ${path}/{roleId}`, {
      about: `Изменить роль ${of}`,
      access: write,
      vouched: true,
      on: { roleId: on },
      body: z.strictObject({ name, permissionIds }).partial().extend({ version }),
      out: Role,
      errors: ['version.stale', 'role.system', 'role.beyond_own', 'move.illegal'],
    }),
    remove: op(`DELETE ${path}/{roleId}`, {
      about: `Удалить роль ${of}`,
      access: write,
      vouched: true,
      on: { roleId: on },
      errors: ['role.system', 'role.in_use'],
    }),
  };
}

const employeesRead: Access = {
  employee: ['member', ...everyEmployee],
  operator: ['all', 'administrator', 'manager', 'observer'],
};
const employeesWrite: Access = { employee: ['member', 'head'], operator: ['all', 'administrator'] };

export const employeePermissions = module(
  'employee-permissions',
  'Права сотрудников',
  permissionOperations('/api/employee-permissions', 'employeePermission', employeesRead, 'сотрудников'),
);
export const employeeRoles = module('employee-roles', 'Роли сотрудников', {
  ...roleOperations('/api/employee-roles', 'employeeRole', employeesRead, employeesWrite, 'сотрудников'),
  grant: op('POST /api/employee-roles/{roleId}/{permissionId}', {
    about: 'Добавить право в роль сотрудников',
    access: employeesWrite,
    vouched: true,
    on: { roleId: 'employeeRole', permissionId: 'employeePermission' },
    out: Role,
    errors: ['role.system', 'role.beyond_own'],
  }),
});
export const operatorPermissions = module(
  'operator-permissions',
  'Права операторов',
  permissionOperations('/internal/operator-permissions', 'operatorPermission', administrator, 'операторов'),
);
export const operatorRoles = module(
  'operator-roles',
  'Роли операторов',
  roleOperations('/internal/operator-roles', 'operatorRole', administrator, administrator, 'операторов'),
);
