import { type SqlBool, sql } from 'kysely';
import { employeeCards } from '#contract/access/employee-cards.ts';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { putOut } from '#server/modules/auth/put-out.commands.ts';
import { avatarUrlOf } from '#server/modules/files/avatars.queries.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import { type Actor, type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { workingStates } from '#server/platform/list/counts.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { changeRow } from '#server/platform/state/write.ts';
import { changeMembership, invite } from './memberships.ts';

type ListFilter = Pick<Input<typeof employeeCards.list>['query'], 'q' | 'filter'>;

/** The memberships of an employee that the actor may look at. */
const membershipsOf = (ctx: Ctx) =>
  sql`select 1 from memberships m where m.employee_id = e.id and ${ctx.within('membership', 'm')}`;
const works = (ctx: Ctx) => sql<boolean>`exists (${membershipsOf(ctx)} and m.active)`;

const people = (ctx: Ctx) =>
  ctx.db
    .selectFrom('employees as e')
    .innerJoin('accounts as a', 'a.id', 'e.accountId')
    .where(ctx.within('employee', 'e'));

/** Whose contacts the actor sees: his own, and those of people who work where he may look. */
const isNear = (ctx: Ctx) =>
  ctx.actor?.kind === 'operator' ? everyRow : sql<SqlBool>`(e.id = ${ctx.actor?.employeeId ?? null} or ${works(ctx)})`;

const columnsOf = (ctx: Ctx) =>
  [
    'e.id',
    'e.lastName',
    'e.firstName',
    'e.middleName',
    sql<string | null>`case when ${isNear(ctx)} then a.email end`.as('email'),
    sql<string | null>`case when ${isNear(ctx)} then a.phone end`.as('phone'),
    sql<Date | null>`case when ${isNear(ctx)} then a.last_login_at end`.as('lastLoginAt'),
    'e.createdAt',
    'e.version',
    works(ctx).as('active'),
    avatarUrlOf('employeeId', 'e.id').as('avatarUrl'),
    sql<number>`(select count(*) from (${membershipsOf(ctx)}) as seen)`.as('places'),
  ] as const;

function filtered(ctx: Ctx, { q, filter }: ListFilter) {
  let rows = people(ctx);
  if (filter?.active !== undefined) rows = rows.where(sql<SqlBool>`${works(ctx)} = ${filter.active}`);
  if (filter?.legalEntityId !== undefined) {
    rows = rows.where(sql<SqlBool>`exists (${membershipsOf(ctx)} and m.legal_entity_id = ${filter.legalEntityId})`);
  }
  if (q) {
    const contacts = sql`case when ${isNear(ctx)} then a.search end`;
    rows = rows.where(textHolds(sql`concat_ws(' ', e.last_name, e.first_name, e.middle_name, ${contacts})`, q));
  }
  return rows;
}

const list = defineList({
  rows: filtered,
  columns: (rows, ctx) => rows.select(columnsOf(ctx)),
  orders: {
    name: { columns: ['e.lastName', 'e.firstName', 'e.id'], direction: 1 },
    createdAt: { columns: ['e.createdAt', 'e.id'], direction: -1 },
  },
  states: {
    filter: 'active',
    of: workingStates,
    by: (ctx) => sql<string>`case when ${works(ctx)} then 'active' else 'inactive' end`,
  },
});

async function findCard(ctx: Ctx, id: number): Promise<Answer<typeof employeeCards.get>> {
  const row = await people(ctx).select(columnsOf(ctx)).where('e.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return { ...row, keepsName: keepsName(ctx, await fileKeysOf(ctx.db, id).execute(), await powerOf(ctx, id)) };
}

/** The company of the body, if the actor may act there. @throws Refusal `object.absent` */
async function demandCompany(ctx: Ctx<Actor>, id: number): Promise<void> {
  const known = await ctx.db
    .selectFrom('legalEntities as le')
    .select('id')
    .where('le.id', '=', id)
    .where('le.deletedAt', 'is', null)
    .where(ctx.within('legalEntity', 'le'))
    .executeTakeFirst();
  if (!known) throw new Refusal('object.absent');
}

const fileKeysOf = (db: Ctx['db'], employeeId: number) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('roles as r', 'r.id', 'm.roleId')
    .select(['m.id', 'm.active', 'r.code', 'r.system'])
    .where('m.employeeId', '=', employeeId)
    .orderBy('m.id');

/** The number of a power of attorney that is in force or to come. */
async function powerOf({ db, day }: Ctx, employeeId: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('powersOfAttorney as p')
    .innerJoin('memberships as m', 'm.id', 'p.membershipId')
    .select('p.number')
    .where('m.employeeId', '=', employeeId)
    .where('p.status', '=', 'given')
    .where('p.validUntil', '>=', day)
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst();
  return found?.number;
}

type Place = { active: boolean; code: string | null; system: boolean };

/**
 * A power of attorney names whoever holds it, and the charter acts through the head whom the card of the company names: under another name
 * neither is his. So he who signs is renamed by an operator, and nobody while a power of his is in force.
 * @returns who does it, or what is to be done before; null where the name may be changed
 */
function keepsName({ actor }: Ctx, places: readonly Place[], power: string | undefined): string | null {
  if (power !== undefined) {
    return `Доверенность № ${power} выдана на прежнее имя: руководитель отзывает её, а после смены имени заносит новую`;
  }
  const isHead = places.some(({ active, system, code }) => active && system && code === 'head');
  return isHead && actor?.kind !== 'operator' ? 'Имя руководителя меняет оператор: напишите в поддержку' : null;
}

/** @throws Refusal `move.illegal`, which says who does it */
async function demandRenaming(ctx: Writing, id: number): Promise<void> {
  const places = await fileKeysOf(ctx.db, id).forUpdate('m').execute();
  const detail = keepsName(ctx, places, await powerOf(ctx, id));
  if (detail !== null) throw new Refusal('move.illegal', { detail });
}

/** Ends every place that the actor may end; by an operator that is all of them, and the sessions too. */
async function dismiss(ctx: Writing, id: number): Promise<void> {
  const memberships = await ctx.db
    .selectFrom('memberships as m')
    .select(['m.id', 'm.legalEntityId', 'm.version'])
    .where('m.employeeId', '=', id)
    .where('m.active', '=', true)
    .where(ctx.within('membership', 'm'))
    .orderBy('m.legalEntityId')
    .execute();
  for (const { legalEntityId, id, version } of memberships)
    await changeMembership(ctx, legalEntityId, id, version, { active: false });
  if (ctx.actor.kind !== 'operator') return;
  const { accountId } = await ctx.db
    .selectFrom('employees')
    .select('accountId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await putOut(ctx.db, accountId, 'dismissed');
}

export const employeeCardHandlers = implement(employeeCards, {
  async create(ctx, { body: { legalEntityId, ...input } }) {
    await demandCompany(ctx, legalEntityId);
    return invite(ctx, legalEntityId, input);
  },
  list: (ctx, { query }) => list.page(ctx, query),
  counts: (ctx, { query }) => list.counts(ctx, query),
  get: (ctx, { params }) => findCard(ctx, params.id),
  async update(ctx, { params, body: { version, ...patch } }) {
    await demandRenaming(ctx, params.id);
    await changeRow(ctx.db, 'employees', params.id, version, patch);
    return findCard(ctx, params.id);
  },
  remove: (ctx, { params }) => dismiss(ctx, params.id),
  async legalEntities(ctx, { params }) {
    const items = await ctx.db
      .selectFrom('memberships as m')
      .innerJoin('legalEntities as le', 'le.id', 'm.legalEntityId')
      .innerJoin('roles as r', 'r.id', 'm.roleId')
      .select([
        'm.id as membershipId',
        'le.id as legalEntityId',
        'le.shortName as company',
        'le.inn',
        'le.verificationStatus',
        'm.roleId',
        'r.name as role',
        'm.position',
        'm.active',
      ])
      .where('m.employeeId', '=', params.id)
      .where('le.deletedAt', 'is', null)
      .where(ctx.within('membership', 'm'))
      .orderBy('le.shortName')
      .orderBy('m.id')
      .execute();
    return { items };
  },
});
