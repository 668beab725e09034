import { legalEntities } from '#contract/legal-entities.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { companies } from './companies.ts';

/** The first companies within the actor's reach whose name, ИНН or ОГРН hold the pattern. */
export async function companiesBy(ctx: Ctx, pattern: string, most: number) {
  if (!ctx.may(legalEntities.list)) return [];
  return companies(ctx)
    .select(['le.id', 'le.shortName', 'le.inn'])
    .where('le.search', 'like', pattern)
    .limit(most)
    .execute();
}
