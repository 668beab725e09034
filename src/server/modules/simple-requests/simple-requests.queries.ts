import { sql } from 'kysely';
import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { anyOfIds, type Finder, rowsOfCompany, withinList } from '#server/platform/list/reach.ts';
import { debtorShown, idsByCreditor, idsOfNamed, requestsByName } from './rows.ts';

const lists = [simpleRequests.listOfAll, simpleRequests.ofCompany, simpleRequests.list];

/** A simple request as the palette names it. */
interface SimpleRequestHit {
  id: number;
  individualId: number;
  creditorInn: string;
  creditorName: string | null;
  disclosed: boolean;
  lastName: string;
  firstName: string;
  middleName: string | null;
}

/**
 * Simple requests by what their list is searched by: a debtor finds his own by the creditor, everybody else by the debtor's
 * name, or by his ИНН where it is seen.
 */
export const simpleRequestFinder: Finder<SimpleRequestHit, SimpleRequestHit & { debtor: string }> = {
  ids(ctx, sought, most) {
    const list = lists.find(ctx.mayAnywhere);
    return list && idsOfNamed(withinList(ctx, list), sought, most);
  },
  texts: () => [{ table: 'individuals' }],
  ofCompany: rowsOfCompany('simpleRequests', sql`deleted_at is null`),
  own(ctx, sought, most) {
    const list = lists.find(ctx.mayAnywhere);
    return list && idsByCreditor(withinList(ctx, list), sought, most);
  },
  byName(ctx) {
    const list = lists.find(ctx.mayAnywhere);
    return list && requestsByName(withinList(ctx, list));
  },
  rows: (db, ids) =>
    db
      .selectFrom('simpleRequests as s')
      .innerJoin('individuals as i', 'i.id', 's.individualId')
      .select(['s.id', 's.individualId', 's.creditorInn', 's.creditorName', 's.disclosed'])
      .select(['i.lastName', 'i.firstName', 'i.middleName'])
      .where('s.id', '=', anyOfIds(ids)),
  shown: (row, ctx) => ({ ...row, debtor: debtorShown(ctx, row) }),
};
