import { type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { savedViews } from '#contract/saved-views.ts';
import type { Actor, Ctx } from '#server/platform/ctx.ts';
import { implement } from '#server/platform/ctx.ts';

/** A person keeps at most this many views of one screen. */
const most = 50;

interface Row {
  id: number;
  screen: string;
  name: string;
  query: string;
  view: unknown;
  shared: boolean;
  accountId: number;
}

const describe = (ctx: Ctx<Actor>, { view, accountId, ...row }: Row) => ({
  ...row,
  table: view as Record<string, unknown>,
  own: accountId === ctx.actor.accountId,
});

/** Shared views are seen by the people of the same company, operators' ones by all operators. */
function visible({ actor }: Ctx<Actor>) {
  const companies = actor.memberships.map((one) => one.legalEntityId);
  const shared =
    actor.kind === 'operator'
      ? sql`legal_entity_id is null and account_id in (select account_id from operators)`
      : sql`legal_entity_id = any(${companies}::bigint[])`;
  return sql<SqlBool>`(account_id = ${actor.accountId} or (shared and ${shared}))`;
}

export const savedViewHandlers = implement(savedViews, {
  async list(ctx, { query }) {
    const rows = await ctx.db
      .selectFrom('savedViews')
      .selectAll()
      .where('screen', '=', query.screen)
      .where(visible(ctx))
      .orderBy('name')
      .limit(most * 2)
      .execute();
    return { items: rows.map((row) => describe(ctx, row)) };
  },
  async save(ctx, { body: { table, ...rest } }) {
    const { accountId, memberships } = ctx.actor;
    const { count } = await ctx.db
      .selectFrom('savedViews')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('accountId', '=', accountId)
      .where('screen', '=', rest.screen)
      .executeTakeFirstOrThrow();
    if (count >= most)
      throw new Refusal('input.invalid', { fields: { name: `Не больше ${most} представлений на экран` } });
    const view = JSON.stringify(table);
    const row = await ctx.db
      .insertInto('savedViews')
      .values({ ...rest, view, accountId, legalEntityId: memberships[0]?.legalEntityId ?? null })
      .onConflict((conflict) =>
        conflict.columns(['accountId', 'screen', 'name']).doUpdateSet({ query: rest.query, view, shared: rest.shared }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return describe(ctx, row);
  },
  async remove(ctx, { params }) {
    await ctx.db
      .deleteFrom('savedViews')
      .where('id', '=', params.id)
      .where('accountId', '=', ctx.actor.accountId)
      .execute();
  },
});
