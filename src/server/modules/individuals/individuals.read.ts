import { individuals } from '#contract/individuals.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { masked, nearest, people, withAccount } from './people.ts';

/** The first people within the actor's reach whose name, ИНН or contacts hold the pattern; masked as in the list. */
export async function peopleBy(ctx: Ctx, pattern: string, most: number) {
  if (!ctx.may(individuals.list)) return [];
  const rows = await withAccount(people(ctx))
    .select(['i.id', 'i.lastName', 'i.firstName', 'i.middleName', 'i.inn', 'a.phone', 'a.email'])
    .where('i.id', 'in', nearest(ctx, pattern, most))
    .limit(most)
    .execute();
  return rows.map((row) => masked(ctx, row));
}
