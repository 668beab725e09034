import * as z from 'zod';
import { email, id, instant, name, version } from '../kernel/fields.ts';
import { module, op } from '../kernel/op.ts';
import { Counts, countsQuery, listOf, listQuery } from '../kernel/page.ts';

const Operator = z.object({
  id: z.int(),
  lastName: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  email: z.string(),
  roleId: z.int(),
  role: z.string(),
  active: z.boolean(),
  secondFactor: z.boolean(),
  lastLoginAt: instant.nullable(),
  /** Somebody who has not invited him must say that he is a person of his own: until then he decides nothing for his inviter. */
  needsVoucher: z.boolean(),
  version: z.int(),
});

export const operators = module('operators', 'Операторы', {
  list: op('GET /internal/operators', {
    about: 'Список операторов',
    access: { operator: ['all', 'administrator'] },
    query: listQuery(['name', 'createdAt'], { active: z.boolean() }),
    out: listOf(Operator),
  }),
  counts: op('GET /internal/operators/counts', {
    about: 'Сколько операторов работает и уволено',
    access: { operator: ['all', 'administrator'] },
    query: countsQuery({ active: z.boolean() }),
    out: Counts,
  }),
  invite: op('POST /internal/operators/invitations', {
    about: 'Пригласить оператора',
    access: { operator: ['all', 'administrator'] },
    vouched: true,
    body: z.strictObject({ email, roleId: id }),
    out: z.object({ id: z.int(), expiresAt: instant }),
    status: 201,
    errors: ['operator.exists', 'role.beyond_own', 'input.invalid'],
    limit: 'letter',
  }),
  get: op('GET /internal/operators/{id}', {
    about: 'Карточка оператора',
    access: { operator: ['all', 'administrator'] },
    on: { id: 'operator' },
    out: Operator,
  }),
  update: op('PATCH /internal/operators/{id}', {
    about: 'Изменить оператора: имя, роль, работает ли',
    access: { operator: ['all', 'administrator'] },
    vouched: true,
    on: { id: 'operator' },
    body: z
      .strictObject({ lastName: name, firstName: name, middleName: name.nullable(), roleId: id, active: z.boolean() })
      .partial()
      .extend({ version }),
    out: Operator,
    errors: ['version.stale', 'role.last_administrator', 'role.beyond_own', 'move.illegal'],
  }),
  vouch: op('POST /internal/operators/{id}/vouch', {
    about: 'Поручиться, что приглашённый оператор — другой человек',
    access: { operator: ['all', 'administrator'] },
    vouched: true,
    on: { id: 'operator' },
    body: z.strictObject({ version }),
    out: Operator,
    errors: ['approval.own', 'move.illegal', 'version.stale'],
  }),
  remove: op('DELETE /internal/operators/{id}', {
    about: 'Уволить оператора',
    access: { operator: ['all', 'administrator'] },
    vouched: true,
    on: { id: 'operator' },
    errors: ['role.last_administrator'],
  }),
});
