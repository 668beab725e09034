import * as z from 'zod';
import { email, id, instant, oneLineText, version } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

/** An employee as his company sees him: the person and his place in this company. */
const Employee = z.object({
  id: z.int(),
  employeeId: z.int(),
  lastName: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  /** Of somebody who is dismissed his former company sees neither how to reach him nor when he was here. */
  email: z.string().nullable(),
  position: z.string().nullable(),
  roleId: z.int(),
  role: z.string(),
  active: z.boolean(),
  lastLoginAt: instant.nullable(),
  version: z.int(),
});

const onEmployee = { id: 'legalEntity', employeeId: 'membership' } as const;

/** The employees of a company. `{employeeId}` is the place in the company (membership): a person may have several. */
export const employees = module('employees', 'Сотрудники компании', {
  list: op('GET /api/legal-entities/{id}/employees', {
    about: 'Список сотрудников компании',
    access: { employee: ['member', 'head', 'manager'], operator: ['all', 'administrator', 'manager', 'observer'] },
    on: { id: 'legalEntity' },
    query: listQuery(['name', 'createdAt'], { active: z.boolean() }),
    out: listOf(Employee),
  }),
  counts: op('GET /api/legal-entities/{id}/employees/counts', {
    about: 'Сколько сотрудников компании работает и уволено',
    access: { employee: ['member', 'head', 'manager'], operator: ['all', 'administrator', 'manager', 'observer'] },
    on: { id: 'legalEntity' },
    query: countsQuery({ active: z.boolean() }),
    out: Counts,
  }),
  invite: op('POST /api/legal-entities/{id}/employees/invite', {
    about: 'Пригласить сотрудника',
    access: { employee: ['member', 'head'], operator: ['all', 'administrator'] },
    vouched: true,
    on: { id: 'legalEntity' },
    body: z.strictObject({ email, roleId: id, position: oneLineText(200).optional() }),
    out: z.object({ id: z.int(), expiresAt: instant }),
    status: 201,
    errors: ['employee.exists', 'role.beyond_own'],
    limit: 'letter',
  }),
  get: op('GET /api/legal-entities/{id}/employees/{employeeId}', {
    about: 'Карточка сотрудника компании',
    access: { employee: ['member', 'head', 'manager'], operator: ['all', 'administrator', 'manager', 'observer'] },
    on: onEmployee,
    out: Employee,
  }),
  update: op('PATCH /api/legal-entities/{id}/employees/{employeeId}', {
    about: 'Изменить место сотрудника: роль, должность, работает ли',
    access: { employee: ['member', 'head'], operator: ['all', 'administrator'] },
    vouched: true,
    on: onEmployee,
    body: z
      .strictObject({ roleId: id, position: oneLineText(200).nullable(), active: z.boolean() })
      .partial()
      .extend({ version }),
    out: Employee,
    errors: ['version.stale', 'role.last_head', 'role.beyond_own', 'employee.dismissed'],
  }),
  remove: op('DELETE /api/legal-entities/{id}/employees/{employeeId}', {
    about: 'Уволить сотрудника',
    access: { employee: ['member', 'head'], operator: ['all', 'administrator'] },
    vouched: true,
    on: onEmployee,
    errors: ['role.last_head'],
  }),
});
