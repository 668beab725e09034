import { type SqlBool, sql } from 'kysely';
import { employees } from '#contract/access/employees.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { implement } from '#server/platform/ctx.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { workingState, workingStates } from '#server/platform/list/counts.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { changeMembership, invite } from './memberships.ts';

type ListFilter = Pick<Input<typeof employees.list>['query'], 'q' | 'filter'>;

/** Whose contacts the actor sees: those of people who work here; an operator sees all. */
const isNear = (ctx: Ctx) => (ctx.actor?.kind === 'operator' ? everyRow : sql<SqlBool>`m.active`);

const columnsOf = (ctx: Ctx) =>
  [
    'm.id',
    'm.employeeId',
    'e.lastName',
    'e.firstName',
    'e.middleName',
    sql<string | null>`case when ${isNear(ctx)} then a.email end`.as('email'),
    'm.position',
    'm.roleId',
    'r.name as role',
    'm.active',
    sql<Date | null>`case when ${isNear(ctx)} then a.last_login_at end`.as('lastLoginAt'),
    'm.version',
  ] as const;

const members = (ctx: Ctx, legalEntityId: number) =>
  ctx.db
    .selectFrom('memberships as m')
    .innerJoin('employees as e', 'e.id', 'm.employeeId')
    .innerJoin('accounts as a', 'a.id', 'e.accountId')
    .innerJoin('roles as r', 'r.id', 'm.roleId')
    .where('m.legalEntityId', '=', legalEntityId);

/** The same, as searched and filtered. */
function filtered(ctx: Ctx, { q, filter }: ListFilter, legalEntityId: number) {
  let rows = members(ctx, legalEntityId);
  if (filter?.active !== undefined) rows = rows.where('m.active', '=', filter.active);
  if (q) {
    const contacts = sql`case when ${isNear(ctx)} then a.email end`;
    rows = rows.where(
      textHolds(sql`concat_ws(' ', e.last_name, e.first_name, e.middle_name, ${contacts}, m.position)`, q),
    );
  }
  return rows;
}

const list = defineList({
  rows: filtered,
  columns: (rows, ctx) => rows.select(columnsOf(ctx)),
  orders: {
    name: { columns: ['e.lastName', 'e.firstName', 'm.id'], direction: 1 },
    createdAt: { columns: ['m.createdAt', 'm.id'], direction: -1 },
  },
  states: { filter: 'active', of: workingStates, by: () => workingState('m.active') },
});

async function findCard(ctx: Ctx, legalEntityId: number, id: number): Promise<Answer<typeof employees.get>> {
  const row = await members(ctx, legalEntityId).select(columnsOf(ctx)).where('m.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return row;
}

export const employeeHandlers = implement(employees, {
  list: (ctx, { params, query }) => list.page(ctx, query, params.id),
  counts: (ctx, { params, query }) => list.counts(ctx, query, params.id),
  invite: (ctx, { params, body }) => invite(ctx, params.id, body),
  get: (ctx, { params }) => findCard(ctx, params.id, params.employeeId),
  async update(ctx, { params, body: { version, ...patch } }) {
    await changeMembership(ctx, params.id, params.employeeId, version, patch);
    return findCard(ctx, params.id, params.employeeId);
  },
  async remove(ctx, { params }) {
    const { version } = await findCard(ctx, params.id, params.employeeId);
    await changeMembership(ctx, params.id, params.employeeId, version, { active: false });
  },
});
