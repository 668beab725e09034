import { individuals } from '#contract/parties/individuals.ts';
import { anyOf, type Finder, withinList } from '#server/platform/list/reach.ts';
import { masked, nearest, withAccount } from './people.ts';

interface PersonHit {
  id: number;
  lastName: string;
  firstName: string;
  middleName: string | null;
  inn: string | null;
}

/** People whose name, ИНН or contacts hold what was typed; masked as in the list. */
export const personFinder: Finder<PersonHit> = {
  ids: (ctx, typed, most) =>
    ctx.mayAnywhere(individuals.list) ? nearest(withinList(ctx, individuals.list), typed, most) : undefined,
  async rows(ctx, ids) {
    const rows = await withAccount(ctx.db.selectFrom('individuals as i'))
      .select(['i.id', 'i.lastName', 'i.firstName', 'i.middleName', 'i.inn', 'a.phone', 'a.email'])
      .where('i.id', '=', anyOf(ids))
      .execute();
    return rows.map((row) => masked(ctx, row));
  },
};
