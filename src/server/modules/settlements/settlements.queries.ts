import { sql } from 'kysely';
import { settlements } from '#contract/settlements/settlements.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import { fetchFirst } from '#server/platform/list/own-rows.ts';
import { anyOfIds, type Finder, rowsOfCompany, searchScope } from '#server/platform/list/reach.ts';
import { people, rowsByName } from '#server/platform/list/rows-by-name.ts';
import { sideNames } from './rows.ts';

/** A settlement as the palette names it. */
interface SettlementHit {
  id: number;
  number: string;
  debtor: string;
  creditor: string;
}

/** The newest settlements whose number, contract or sides hold what was typed. */
export const settlementFinder: Finder<SettlementHit> = {
  ids(ctx, sought, most) {
    const reach = searchScope(ctx, 'settlement', 's', settlements.list);
    if (reach === undefined) return undefined;
    return ctx.db
      .selectFrom('settlements as s')
      .select('s.id')
      .where(sought.isIn(sql.ref('s.search')))
      .where(sought.isLookedAt('s.id'))
      .where(reach)
      .orderBy('s.id', 'desc')
      .modifyEnd(fetchFirst(most));
  },
  texts: () => [{ table: 'settlements' }],
  ofCompany: rowsOfCompany('settlements'),
  own(ctx, { isIn }, most) {
    const reach = searchScope(ctx, 'settlement', 's', settlements.list);
    if (reach === undefined) return undefined;
    return ctx.db
      .selectFrom('settlements as s')
      .select('s.id')
      .where(isIn(sql.ref('s.search')))
      .where(reach)
      .orderBy('s.id', 'desc')
      .modifyEnd(fetchFirst(most));
  },
  byName(ctx) {
    const reach = searchScope(ctx, 'settlement', 's', settlements.list);
    const named = ctx.db
      .selectFrom('individuals as i')
      .innerJoin('settlements as s', 's.individualId', 'i.id')
      .select('s.id')
      .where('i.deletedAt', 'is', null);
    const of = { id: 's.id', table: 'settlements', person: people, text: 's.search', all: reach === everyRow };
    return reach && rowsByName(named.where(reach), of);
  },
  rows: (db, ids) =>
    db
      .selectFrom('settlements as s')
      .select(['s.id', 's.number', ...sideNames])
      .where('s.id', '=', anyOfIds(ids))
      .orderBy('s.id', 'desc'),
  shown: (row) => row,
};
