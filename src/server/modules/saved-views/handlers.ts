import { type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { savedViews } from '#contract/platform/saved-views.ts';
import type { Screen } from '#contract/platform/screens.ts';
import type { StoredLayout } from '#domain/settings/table-layout.ts';
import { demandOpenCompany } from '#server/modules/legal-entities/legal-entities.queries.ts';
import { holdsPermissionAt } from '#server/platform/auth/access.ts';
import { type Actor, type Ctx, implement, type Writing } from '#server/platform/ctx.ts';
import { jsonText } from '#server/platform/database/json-columns.ts';

/** A person keeps at most this many views of one screen, and of all screens. */
const most = { ofScreen: 50, inAll: 300 };

interface Row {
  id: number;
  screen: string;
  name: string;
  query: string;
  view: StoredLayout;
  shared: boolean;
  accountId: number;
}

const describe = (ctx: Ctx<Actor>, { view, accountId, ...row }: Row) => ({
  ...row,
  table: view,
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

/**
 * The company whose people see a shared view: the one chosen, or the only one in which the person may share; none for operators.
 * @throws Refusal `input.invalid` when he may not share there, or when he has several and has chosen none; `company.blocked`
 */
async function companyOf(ctx: Ctx<Actor>, chosen: number | undefined): Promise<number | null> {
  const company = chosenOf(ctx, chosen);
  if (company !== null) await demandOpenCompany(ctx, company);
  return company;
}

function chosenOf({ actor }: Ctx<Actor>, chosen: number | undefined): number | null {
  const companies = actor.memberships
    .map((one) => one.legalEntityId)
    .filter((company) => holdsPermissionAt(savedViews.share, actor, company));
  if (chosen === undefined && companies.length < 2) return companies[0] ?? null;
  if (chosen !== undefined && companies.includes(chosen)) return chosen;
  throw new Refusal('input.invalid', { fields: { legalEntityId: 'Выберите свою компанию' } });
}

/**
 * Waits for the person's other saves, so that many at once do not pass the limit together.
 * @throws Refusal `input.invalid` when he keeps as many views as he may; one that is saved anew counts no second time
 */
async function demandRoom(ctx: Writing, { screen, name }: { screen: Screen; name: string }): Promise<void> {
  const { accountId } = ctx.actor;
  await sql`select pg_advisory_xact_lock(hashtextextended('saved views', ${accountId}))`.execute(ctx.db);
  const { ofScreen, inAll } = await ctx.db
    .selectFrom('savedViews')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('screen', '=', screen).as('ofScreen'),
      eb.fn.countAll<number>().as('inAll'),
    ])
    .where('accountId', '=', accountId)
    .where((eb) => eb.not(eb.and({ screen, name })))
    .executeTakeFirstOrThrow();
  const refuse = (text: string) => new Refusal('input.invalid', { fields: { name: text } });
  if (ofScreen >= most.ofScreen) throw refuse(`Не больше ${most.ofScreen} представлений на экран`);
  if (inAll >= most.inAll) throw refuse(`Не больше ${most.inAll} представлений на всех экранах`);
}

type Kept = Input<typeof savedViews.save>['body'];

/** Keeps a view under its name, for its person alone or for those who see the shared ones of the company. */
async function keep(
  ctx: Writing,
  { screen, name, query, table }: Kept,
  audience: { shared: boolean; legalEntityId: number | null },
): Promise<Answer<typeof savedViews.save>> {
  await demandRoom(ctx, { screen, name });
  const changing = { query, view: jsonText(table), ...audience };
  const row = await ctx.db
    .insertInto('savedViews')
    .values({ screen, name, ...changing, accountId: ctx.actor.accountId })
    .onConflict((conflict) => conflict.columns(['accountId', 'screen', 'name']).doUpdateSet(changing))
    .returningAll()
    .executeTakeFirstOrThrow();
  return describe(ctx, row);
}

export const savedViewHandlers = implement(savedViews, {
  async list(ctx, { query }) {
    const rows = await ctx.db
      .selectFrom('savedViews')
      .selectAll()
      .where('screen', '=', query.screen)
      .where(visible(ctx))
      // Those of many colleagues must not crowd out his own.
      .orderBy((eb) => eb('accountId', '=', ctx.actor.accountId), 'desc')
      .orderBy('name')
      .limit(most.ofScreen * 2)
      .execute();
    return { items: rows.map((row) => describe(ctx, row)) };
  },
  save: (ctx, { body }) => keep(ctx, body, { shared: false, legalEntityId: null }),
  share: async (ctx, { body: { legalEntityId, ...view } }) =>
    keep(ctx, view, { shared: true, legalEntityId: await companyOf(ctx, legalEntityId) }),
  async remove(ctx, { params }) {
    await ctx.db
      .deleteFrom('savedViews')
      .where('id', '=', params.id)
      .where('accountId', '=', ctx.actor.accountId)
      .execute();
  },
});
