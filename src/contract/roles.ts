import * as z from 'zod';
import type { Access, Resource } from './kernel/access.ts';
import { everyEmployee } from './kernel/access.ts';
import { filled, id, version } from './kernel/fields.ts';
import { module, op } from './kernel/op.ts';
import { listOf, listQuery } from './kernel/page.ts';

export const Permission = z.object({
  id: z.int(),
  code: z.string(),
  group: z.string(),
  name: z.string(),
  method: z.string(),
  path: z.string(),
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

const permissionIds = z.array(id).max(500);
const name = filled(100);

/** The permissions of one kind of people: made by the contract, so there is nothing to create, change or delete. */
function permissionOperations<const Path extends string>(path: Path, on: Resource, access: Access, of: string) {
  return {
    list: op(`GET ${path}`, { about: `Список прав ${of}`, access, out: z.object({ items: z.array(Permission) }) }),
    get: op(`GET ${path}/{id}`, { about: `Право ${of}`, access, on: { id: on }, out: Permission }),
  };
}

/** Roles are sets of permissions. System roles are copied, not changed: `copyOf` makes a new one of an old one. */
function roleOperations<const Path extends string>(path: Path, on: Resource, read: Access, write: Access, of: string) {
  return {
    list: op(`GET ${path}`, {
      about: `Список ролей ${of}`,
      access: read,
      query: listQuery(['name'], { system: z.boolean() }),
      out: listOf(Role),
    }),
    create: op(`POST ${path}`, {
      about: `Создать роль ${of}`,
      access: write,
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
      on: { roleId: on },
      body: z.strictObject({ name, permissionIds }).partial().extend({ version }),
      out: Role,
      errors: ['version.stale', 'role.system', 'role.beyond_own'],
    }),
    remove: op(`DELETE ${path}/{roleId}`, {
      about: `Удалить роль ${of}`,
      access: write,
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
const administrator: Access = { operator: ['all', 'administrator'] };

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
