import { Refusal } from '#contract/kernel/errors.ts';
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

/**
 * People of a blocked company may look and no more. For acts whose company stands in the body; one in the path is
 * looked at by the access check.
 * @throws Refusal `company.blocked`
 */
export async function demandOpenCompany(ctx: Ctx, id: number): Promise<void> {
  if (ctx.actor?.kind !== 'employee') return;
  const blocked = await ctx.db
    .selectFrom('legalEntities')
    .select('id')
    .where('id', '=', id)
    .where('verificationStatus', '=', 'blocked')
    .executeTakeFirst();
  if (blocked) throw new Refusal('company.blocked');
}
