import { type SqlBool, sql } from 'kysely';
import type * as z from 'zod';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { type Tariff as Shown, tariffRights, type tariffStates, tariffs } from '#contract/money/tariffs.ts';
import { pendingApprovalsOf } from '#server/modules/approvals/approvals.queries.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { columnsHold } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { firstOf } from '#server/platform/list/first-of.ts';
import { proposeTariff } from './proposal.commands.ts';
import { simulateTariff } from './simulation.ts';
import { demandFits, demandOpen, saveTariff } from './tariffs.commands.ts';
import { storedTariff, tariffOf } from './tariffs.queries.ts';

type State = (typeof tariffStates)[number];

/** So many of a company's tariffs are shown, the latest ones. */
const mostOfCompany = 100;

const stateOn = (day: string) =>
  sql<State>`case when not t.approved then 'proposed' when t.valid_from > ${day} then 'planned'
    when t.valid_to < ${day} then 'ended' else 'active' end`;

const reachableTariffs = (ctx: Ctx) =>
  ctx.db
    .selectFrom('tariffs as t')
    .leftJoin('legalEntities as le', 'le.id', 't.legalEntityId')
    .leftJoin('legalEntityTypes as k', 'k.id', 't.legalEntityTypeId')
    .leftJoin('individualCategories as c', 'c.id', 't.individualCategoryId')
    .where(ctx.within('tariff', 't'));

const columnsFor = (ctx: Ctx) =>
  [
    't.id',
    't.name',
    't.legalEntityId',
    'le.shortName as legalEntity',
    't.legalEntityTypeId',
    'k.name as legalEntityType',
    't.individualCategoryId',
    'c.name as individualCategory',
    't.payer',
    't.base',
    't.rateBps',
    't.fixed',
    't.min',
    't.max',
    't.vatMode',
    't.vatBps',
    't.collect',
    't.validFrom',
    't.validTo',
    't.version',
    stateOn(ctx.day).as('state'),
    sql<number>`(select count(*) from settlements s where (s.tariff ->> 'id')::bigint = t.id)`.as('settlements'),
  ] as const;

/** The columns of choices are held to them by the database. */
const shown = (row: object) => row as z.input<typeof Shown>;

const orders = {
  validFrom: { columns: ['t.validFrom', 't.id'], direction: -1 },
  name: { columns: ['t.name', 't.id'], direction: 1 },
} as const;

function filtered(ctx: Ctx, { q, filter }: Pick<Input<typeof tariffs.list>['query'], 'q' | 'filter'>) {
  let rows = reachableTariffs(ctx);
  if (filter?.state) rows = rows.where(stateOn(ctx.day), 'in', filter.state);
  if (filter?.legalEntityId !== undefined) rows = rows.where('t.legalEntityId', '=', filter.legalEntityId);
  if (q) rows = rows.where(columnsHold(q, 't.name', 'le.short_name', 'k.name', 'c.name'));
  return rows;
}

const list = defineList({
  rows: filtered,
  columns: (rows, ctx) => rows.select(columnsFor(ctx)),
  orders,
  shown,
});

async function findOne(ctx: Ctx, id: number): Promise<Answer<typeof tariffs.get>> {
  const row = await reachableTariffs(ctx).select(columnsFor(ctx)).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return { ...shown(row), pendingApprovals: await pendingApprovalsOf(ctx, { table: 'tariffs', id }) };
}

export const tariffHandlers = implement(tariffs, {
  list: (ctx, { query }) => list.page(ctx, query),
  get: (ctx, { params }) => findOne(ctx, params.id),
  async add(ctx, { body }) {
    await demandFits(ctx, body);
    const approved = ctx.may(tariffRights.alone);
    const { id } = await ctx.db
      .insertInto('tariffs')
      .values({ ...body, approved })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!approved) await proposeTariff(ctx, id, null, { ...body, version: 1 });
    return findOne(ctx, id);
  },
  async replace(ctx, { params: { id }, body }) {
    const { version, ...form } = body;
    const row = await ctx.db
      .selectFrom('tariffs')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.version !== version) throw new Refusal('version.stale');
    await demandFits(ctx, form, id);
    demandOpen(ctx, storedTariff(row), form);
    if (ctx.may(tariffRights.alone)) await saveTariff(ctx, id, version, form);
    else await proposeTariff(ctx, id, { ...storedTariff(row), name: row.name }, body);
    return findOne(ctx, id);
  },
  async ofCompany(ctx, { params: { id } }) {
    const rows = await reachableTariffs(ctx)
      .select(columnsFor(ctx))
      .where('t.approved', '=', true)
      .where(sql<SqlBool>`(t.legal_entity_id is null or t.legal_entity_id = ${id})`)
      .where(
        sql<SqlBool>`(t.legal_entity_type_id is null or t.legal_entity_type_id = (select type_id from legal_entities where id = ${id}))`,
      )
      .orderBy('t.validFrom', 'desc')
      .orderBy('t.id', 'desc')
      .limit(mostOfCompany + 1)
      .execute();
    return {
      current: (await tariffOf(ctx.db, { legalEntityId: id, individualId: null }, ctx.day))?.id ?? null,
      ...firstOf(rows.map(shown), mostOfCompany),
    };
  },
  simulate: (ctx, { body }) => simulateTariff(ctx.db, body),
});
