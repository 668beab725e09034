import { sql } from 'kysely';
import { requests } from '#contract/settlements/requests.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { fetchFirst } from '#server/platform/list/own-rows.ts';
import { anyOfIds, type Finder, rowsOfCompany, searchScope } from '#server/platform/list/reach.ts';
import { people, rowsByName } from '#server/platform/list/rows-by-name.ts';
import { personHolds } from '#server/platform/person-name.ts';
import { innSeen } from './request-rows.ts';

/** A request as the palette names it. */
interface RequestHit {
  id: number;
  individualId: number;
  number: string;
  debtor: string;
  creditorName: string | null;
}

/**
 * Requests that hold what was typed, or whose debtor does: by his name, or by his ИНН where it is seen. The debtor himself
 * looks for his own by everything but his name.
 */
export const requestFinder: Finder<RequestHit> = {
  ids(ctx, sought, most) {
    const open = openRequests(ctx)?.where(sought.isLookedAt('requests.id'));
    if (open === undefined) return undefined;
    const byText = open.where(sought.isIn(sql.ref('requests.search'))).modifyEnd(fetchFirst(most));
    const byDebtor = open
      .innerJoin('individuals as i', 'i.id', 'requests.individualId')
      .where(personHolds('i.search', sought.typed, { seesInn: innSeen(ctx), holds: sought.isInPerson }))
      .modifyEnd(fetchFirst(most));
    return sql`(${byText}) union all (${byDebtor})`;
  },
  texts: () => [{ table: 'requests' }, { table: 'individuals' }],
  ofCompany: rowsOfCompany('requests'),
  own: (ctx, { isIn }, most) =>
    openRequests(ctx)
      ?.where(isIn(sql.ref('requests.search')))
      .modifyEnd(fetchFirst(most)),
  byName(ctx) {
    const reach = reachOfRequests(ctx);
    const named = openRequests(ctx)
      ?.innerJoin('individuals as i', 'i.id', 'requests.individualId')
      .where('i.deletedAt', 'is', null);
    const of = { id: 'requests.id', table: 'requests', person: people, all: reach === everyRow };
    return named && rowsByName(named, of);
  },
  rows: (db, ids) =>
    db
      .selectFrom('requests as q')
      .innerJoin('individuals as i', 'i.id', 'q.individualId')
      .select(['q.id', 'q.individualId', 'q.number', 'q.creditorName'])
      .select(sql<string>`concat_ws(' ', i.last_name, i.first_name, i.middle_name)`.as('debtor'))
      .where('q.id', '=', anyOfIds(ids))
      .orderBy('q.id', 'desc'),
  shown: (row) => row,
};

const reachOfRequests = (ctx: Ctx) => searchScope(ctx, 'request', 'requests', requests.list, requests.ofCompany);

/** The requests that are within the asker's reach and not put away; undefined: no list of them is open to him. */
function openRequests(ctx: Ctx) {
  const reach = reachOfRequests(ctx);
  return (
    reach && ctx.db.selectFrom('requests').select('requests.id').where('requests.archivedAt', 'is', null).where(reach)
  );
}
