import { simpleRequests } from '#contract/settlements/simple-requests.ts';
import { type Finder, withinList } from '#server/platform/list/reach.ts';
import { type DescribedRequest, idsOfNamed, namedRequests, rowsOf } from './rows.ts';

const lists = [simpleRequests.listOfAll, simpleRequests.ofCompany, simpleRequests.list];

/**
 * Simple requests by what their list is searched by: a debtor finds his own by the creditor, everybody else by the debtor's
 * name, or by his ИНН where it is seen.
 */
export const simpleRequestFinder: Finder<DescribedRequest> = {
  ids(ctx, typed, most) {
    const list = lists.find(ctx.mayAnywhere);
    return list && idsOfNamed(withinList(ctx, list), typed, most);
  },
  named(ctx) {
    const list = lists.find(ctx.mayAnywhere);
    return list && namedRequests(withinList(ctx, list));
  },
  rows: rowsOf,
};
