import { individuals } from '#contract/individuals.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { askingFor } from '#server/platform/reach.ts';
import { masked, nearest, people, withAccount } from './people.ts';

/** The first people within the actor's reach whose name, ИНН or contacts hold what was typed; masked as in the list. */
export async function peopleBy(ctx: Ctx, q: string, most: number) {
  if (!ctx.may(individuals.list)) return [];
  const asker = askingFor(ctx, individuals.list);
  const rows = await withAccount(people(asker))
    .select(['i.id', 'i.lastName', 'i.firstName', 'i.middleName', 'i.inn', 'a.phone', 'a.email'])
    .where('i.id', 'in', nearest(asker, q, most))
    .limit(most)
    .execute();
  return rows.map((row) => masked(ctx, row));
}
