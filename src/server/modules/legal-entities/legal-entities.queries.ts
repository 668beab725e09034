import { type SqlBool, sql } from 'kysely';
import { Refusal } from '#contract/kernel/errors.ts';
import { legalEntities } from '#contract/parties/legal-entities.ts';
import type { InterestRight } from '#domain/parties/interest-right.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import type { Db } from '#server/platform/database/db.ts';
import { fetchFirst } from '#server/platform/list/own-rows.ts';
import { anyOfIds, type Finder, withinList } from '#server/platform/list/reach.ts';
import { rowsByNameInShortTable } from '#server/platform/list/rows-by-name.ts';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import { companies } from './companies.ts';

/** Companies whose name, ИНН or ОГРН hold what was typed. */
export const companyFinder: Finder<{ id: number; shortName: string; inn: string }> = {
  ids: (ctx, { isIn, isLookedAt }, most) =>
    ctx.mayAnywhere(legalEntities.list)
      ? companies(withinList(ctx, legalEntities.list))
          .select('le.id')
          .where(isIn(sql.ref('le.search')))
          .where(isLookedAt('le.id'))
          .modifyEnd(fetchFirst(most))
      : undefined,
  texts: ({ actor }) => (actor?.kind === 'operator' ? [{ table: 'legalEntities' }] : []),
  ofCompany: { ids: (company) => sql`select id from legal_entities where id = ${company}`, areAll: true },
  own(ctx, { isIn, pattern }, most) {
    if (!ctx.mayAnywhere(legalEntities.list)) return undefined;
    const own = companies(withinList(ctx, legalEntities.list))
      .select('le.id')
      .where(isIn(sql.ref('le.search')));
    // As an operator, because a statement with its word is planned anew.
    const indexed = pattern && sql<SqlBool>`le.search ~~ ${pattern}`;
    return (indexed ? own.where(indexed) : own).modifyEnd(fetchFirst(most));
  },
  byName(ctx) {
    if (!ctx.mayAnywhere(legalEntities.list)) return undefined;
    const all = ctx.within('legalEntity', 'le', legalEntities.list) === everyRow;
    return rowsByNameInShortTable(companies(withinList(ctx, legalEntities.list)).select('le.id'), 'le.search', all);
  },
  byNameFindsAll: true,
  rows: (db, ids) => db.selectFrom('legalEntities').select(['id', 'shortName', 'inn']).where('id', '=', anyOfIds(ids)),
  shown: (row) => row,
};

/** Verified companies whose name, ИНН or ОГРН holds the words: a handful, for whoever names one. */
export async function verifiedCompanies(db: Db, words: string, most: number) {
  const rows = await db
    .selectFrom('legalEntities')
    .select(['id', 'inn', 'kpp', 'ogrn', 'shortName as name', 'fullName', 'legalAddress'])
    .where('verificationStatus', '=', 'verified')
    .where('deletedAt', 'is', null)
    .where(indexedColumnHolds('search', words))
    .orderBy('shortName')
    .orderBy('id')
    .limit(most)
    .execute();
  // An entrepreneur's address is where he lives.
  return rows.map(({ legalAddress, ...row }) => ({ ...row, address: row.inn.length === 10 ? legalAddress : null }));
}

/** By what right a company asks for interest: that of its kind, none where it has no kind. */
export async function interestRightOf(db: Db, legalEntityId: number): Promise<InterestRight> {
  const { interestRight } = await db
    .selectFrom('legalEntities as le')
    .leftJoin('legalEntityTypes as t', 't.id', 'le.typeId')
    .select('t.interestRight')
    .where('le.id', '=', legalEntityId)
    .executeTakeFirstOrThrow();
  return (interestRight ?? 'none') as InterestRight;
}

/**
 * People of a blocked company may look and no more. For acts whose company is in the body; one in the path is
 * looked at by the access check.
 * @throws Refusal `company.blocked`
 */
export async function demandOpenCompany(ctx: Ctx, id: number): Promise<void> {
  if (ctx.actor?.kind !== 'employee') return;
  const blocked = await ctx.db
    .selectFrom('legalEntities')
    .select('id')
    .where('id', '=', id)
    .where('verificationStatus', '=', 'blocked')
    .executeTakeFirst();
  if (blocked) throw new Refusal('company.blocked');
}
