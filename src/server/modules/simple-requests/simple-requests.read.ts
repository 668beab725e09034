import { simpleRequests } from '#contract/simple-requests.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { askingFor } from '#server/platform/reach.ts';
import { requestsNamed } from './rows.ts';

const lists = [simpleRequests.listOfAll, simpleRequests.ofCompany, simpleRequests.list];

/**
 * The first simple requests within the actor's reach by what their list is searched by: a debtor finds his own by the
 * creditor, everybody else by the debtor's name, or by his ИНН where it is seen.
 */
export async function simpleRequestsBy(ctx: Ctx, typed: string, most: number) {
  const list = lists.find(ctx.may);
  return list === undefined ? [] : requestsNamed(askingFor(ctx, list), typed, most);
}
