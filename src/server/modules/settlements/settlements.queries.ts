import { settlements } from '#contract/settlements/settlements.ts';
import { anyOf, type Finder, matcherOf, reachOf } from '#server/platform/list/reach.ts';
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
  ids(ctx, typed, most) {
    const reach = reachOf(ctx, 'settlement', 's', settlements.list);
    if (reach === undefined) return undefined;
    return ctx.db
      .selectFrom('settlements as s')
      .select('s.id')
      .where(matcherOf(ctx)('s.search', typed))
      .where(reach)
      .orderBy('s.id', 'desc')
      .limit(most);
  },
  rows: ({ db }, ids) =>
    db
      .selectFrom('settlements as s')
      .select(['s.id', 's.number', ...sideNames])
      .where('s.id', '=', anyOf(ids))
      .orderBy('s.id', 'desc')
      .execute(),
};
