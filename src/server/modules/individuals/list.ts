import { type SqlBool, sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import { individuals } from '#contract/parties/individuals.ts';
import { verificationMachine } from '#domain/parties/verification.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { midnightInOrder, moscowMidnight } from '#server/platform/list/conditions.ts';
import { isFilteredOnlyBy, storedCounts } from '#server/platform/list/counts.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import type { Search } from '#server/platform/list/page.ts';
import { columnHolds } from '#server/platform/list/searched.ts';
import { contactHolds, masked, nameHolds, peopleMatching, reachablePeople, rowColumns, withAccount } from './people.ts';

type Query = Pick<Input<typeof individuals.list>['query'], 'filter' | 'q'>;

export const rowOrders = {
  createdAt: { columns: ['i.createdAt', 'i.id'], direction: -1 },
  // The text of the search is the full name in small letters and the ИНН, which may be masked and so orders nobody.
  name: { columns: [sql`rtrim(i.search, ' 0123456789')`, 'i.id'], direction: 1 },
  pendingSince: { columns: [sql`coalesce(i.pending_since, 'infinity')`, 'i.id'], direction: 1 },
} as const;

const { statuses } = verificationMachine;

export const peopleList = defineList({
  rows: findPeople,
  columns: (rows) => withAccount(rows).select(rowColumns),
  orders: rowOrders,
  shown: (row, ctx) => masked(ctx, row),
  states: { filter: 'verificationStatus', of: statuses, by: 'i.verificationStatus' },
  storedCounts: (ctx, criteria) =>
    seesEverybody(ctx) && isFilteredOnlyBy(criteria, 'verificationStatus')
      ? storedCounts(ctx.db, 'individuals', statuses)
      : undefined,
  search: searchOf,
});

/** The people within the actor's reach, as searched and filtered. */
export function findPeople(
  ctx: Ctx,
  { q, filter, orderedBy }: Query & { orderedBy?: keyof typeof rowOrders | undefined },
) {
  const midnight = orderedBy === 'createdAt' ? midnightInOrder : moscowMidnight;
  let rows = reachablePeople(ctx);
  if (filter?.verificationStatus) rows = rows.where('i.verificationStatus', 'in', filter.verificationStatus);
  if (filter?.createdFrom) rows = rows.where('i.createdAt', '>=', midnight(filter.createdFrom));
  if (filter?.createdTo) rows = rows.where('i.createdAt', '<', midnight(filter.createdTo, 1));
  return q ? rows.where('i.id', 'in', peopleMatching(ctx, q)) : rows;
}

/** The search apart from the rest, for the list that may be long. */
function searchOf(ctx: Ctx, { q, filter }: Query): Search | undefined {
  if (!q) return undefined;
  // A lookup for one row at a time: an "exists" might be answered by reading all accounts first.
  const byContacts = ctx.may(individuals.reveal)
    ? sql`or (select ${contactHolds(q, 'accounts')} from accounts where id = i.account_id)`
    : sql``;
  return {
    id: 'i.id',
    ids: sql`(${peopleMatching(ctx, q)})`,
    holds: sql<SqlBool>`(${nameHolds(ctx, 'i.search', q, columnHolds)} ${byContacts})`,
    alone: seesEverybody(ctx) && filter === undefined,
  };
}

/** Whether the actor sees everybody, so that counts kept of the whole table are counts of his list. */
const seesEverybody = (ctx: Ctx): boolean => ctx.within('individual', 'i') === everyRow;
