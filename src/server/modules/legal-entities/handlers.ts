import { sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import type { Answer } from '#contract/kernel/op.ts';
import { legalEntities } from '#contract/legal-entities.ts';
import { type Ctx, findsObject, implement } from '#server/platform/ctx.ts';
import { containing, readPage } from '#server/platform/list.ts';
import { changeRow } from '#server/platform/write.ts';

const companies = (ctx: Ctx) =>
  ctx.db.selectFrom('legalEntities as le').where('le.deletedAt', 'is', null).where(ctx.within('legalEntity', 'le'));

async function findCard(ctx: Ctx, id: number): Promise<Answer<typeof legalEntities.get>> {
  const row = await companies(ctx).selectAll('le').where('le.id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('object.absent');
  return row;
}

export const legalEntityHandlers = implement(legalEntities, {
  list(ctx, { query }) {
    let rows = companies(ctx);
    if (query.filter?.verificationStatus)
      rows = rows.where('le.verificationStatus', 'in', query.filter.verificationStatus);
    if (query.q) rows = rows.where('le.search', 'like', containing(query.q));
    return readPage(
      ctx.db,
      rows,
      (some) =>
        some.select([
          'le.id',
          'le.shortName',
          'le.inn',
          'le.ogrn',
          'le.verificationStatus',
          'le.createdAt',
          sql<number>`(select count(*) from memberships m where m.legal_entity_id = le.id and m.active)`.as(
            'employees',
          ),
        ]),
      {
        createdAt: { columns: ['le.createdAt', 'le.id'], first: -1 },
        name: { columns: ['le.shortName', 'le.id'], first: 1 },
      },
      query,
    );
  },
  get: findsObject(legalEntities.get, (ctx, { params }) => findCard(ctx, params.id)),
  async update(ctx, { params, body: { version, ...patch } }) {
    await changeRow(ctx.db, 'legalEntities', params.id, version, patch);
    return findCard(ctx, params.id);
  },
});
