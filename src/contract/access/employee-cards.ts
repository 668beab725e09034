import * as z from 'zod';
import { email, id, instant, name, oneLineText, version } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

/** A place of an employee in a company that the viewer may look into. */
const EmployeeMembership = z.object({
  membershipId: z.int(),
  legalEntityId: z.int(),
  company: z.string(),
  inn: z.string(),
  verificationStatus: z.string(),
  roleId: z.int(),
  role: z.string(),
  position: z.string().nullable(),
  active: z.boolean(),
});

/** An employee as a person, whatever number of companies he works in. */
const EmployeeCard = z.object({
  id: z.int(),
  lastName: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** Of somebody who is dismissed his former company sees neither how to reach him nor when he was here. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whether he works in any of the companies that the viewer sees. */
  active: z.boolean(),
  places: z.int(),
  lastLoginAt: instant.nullable(),
  createdAt: instant,
  version: z.int(),
});

/** The same as it is opened, with why its name stays as it is; null where it may be changed. */
const OpenedCard = EmployeeCard.extend({ keepsName: z.string().nullable() });

const readers = {
  employee: ['member', 'head', 'manager'],
  operator: ['all', 'administrator', 'manager', 'observer'],
} as const;
const filters = { active: z.boolean(), legalEntityId: id };
const onEmployee = { id: 'employee' } as const;

export const employeeCards = module('employee-cards', 'Сотрудники', {
  create: op('POST /api/employees', {
    about: 'Завести сотрудника: ему уходит приглашение',
    access: { employee: ['member', 'head'], operator: ['all', 'administrator'] },
    vouched: true,
    body: z.strictObject({ email, legalEntityId: id, roleId: id, position: oneLineText(200).optional() }),
    out: z.object({ id: z.int(), expiresAt: instant }),
    status: 201,
    errors: ['employee.exists', 'role.beyond_own', 'company.blocked', 'object.absent'],
    limit: 'letter',
  }),
  list: op('GET /api/employees', {
    about: 'Список сотрудников',
    access: readers,
    lists: ['employee', 'membership'],
    query: listQuery(['name', 'createdAt'], filters),
    out: listOf(EmployeeCard),
  }),
  counts: op('GET /api/employees/counts', {
    about: 'Сколько сотрудников работает и уволено',
    access: readers,
    lists: ['employee', 'membership'],
    query: countsQuery(filters),
    out: Counts,
  }),
  get: op('GET /api/employees/{id}', {
    about: 'Карточка сотрудника',
    access: readers,
    on: onEmployee,
    out: OpenedCard,
  }),
  update: op('PATCH /api/employees/{id}', {
    about: 'Изменить имя сотрудника',
    access: { employee: 'own', operator: ['all', 'administrator'] },
    vouched: true,
    on: onEmployee,
    body: z
      .strictObject({ lastName: name, firstName: name, middleName: name.nullable() })
      .partial()
      .extend({ version }),
    out: OpenedCard,
    errors: ['version.stale', 'move.illegal'],
  }),
  remove: op('DELETE /api/employees/{id}', {
    about: 'Уволить сотрудника из всех своих компаний',
    access: { employee: ['member', 'head'], operator: ['all', 'administrator'] },
    vouched: true,
    on: onEmployee,
    errors: ['role.last_head', 'company.blocked'],
  }),
  legalEntities: op('GET /api/employees/{id}/legal-entities', {
    about: 'Компании сотрудника',
    access: readers,
    on: onEmployee,
    lists: ['membership'],
    out: z.object({ items: z.array(EmployeeMembership) }),
  }),
});
