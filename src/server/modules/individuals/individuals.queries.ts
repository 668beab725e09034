import { sql } from 'kysely';
import { individuals } from '#contract/parties/individuals.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import { anyOfIds, type Finder, withinList } from '#server/platform/list/reach.ts';
import { people, rowsByName } from '#server/platform/list/rows-by-name.ts';
import { firstPeopleMatching, masked, ownMatching, reachablePeople } from './people.ts';

interface PersonHit {
  id: number;
  lastName: string;
  firstName: string;
  middleName: string | null;
  inn: string | null;
}

/** People whose name, ИНН or contacts hold what was typed; masked as in the list. */
export const personFinder: Finder<PersonHit> = {
  ids: (ctx, sought, most) =>
    ctx.mayAnywhere(individuals.list)
      ? firstPeopleMatching(withinList(ctx, individuals.list), sought, most)
      : undefined,
  texts: (ctx) => [{ table: 'individuals' }, ...(ctx.may(individuals.reveal) ? [{ table: 'accounts' }] : [])],
  ofCompany: {
    ids: (company) =>
      sql`select individual_id as id from requests where legal_entity_id = ${company} order by requests.id desc`,
    areAll: false,
  },
  own: (ctx, sought, most) =>
    ctx.mayAnywhere(individuals.list) ? ownMatching(withinList(ctx, individuals.list), sought, most) : undefined,
  byName(ctx) {
    if (!ctx.mayAnywhere(individuals.list)) return undefined;
    const all = ctx.within('individual', 'i', individuals.list) === everyRow;
    const rows = reachablePeople(withinList(ctx, individuals.list)).select('i.id');
    return rowsByName(rows, { id: 'i.id', table: 'individuals', person: people, all });
  },
  rows: (db, ids) =>
    db
      .selectFrom('individuals as i')
      .select(['i.id', 'i.lastName', 'i.firstName', 'i.middleName', 'i.inn'])
      .where('i.id', '=', anyOfIds(ids)),
  shown: (row, ctx) => masked(ctx, { ...row, phone: null, email: null }),
};
