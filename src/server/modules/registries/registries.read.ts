import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { allRegistries, registries } from '#contract/registries.ts';
import type { FilterScope } from '#server/platform/access.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { holds } from '#server/platform/list.ts';
import { reachOf } from '#server/platform/reach.ts';
import { searched } from '#server/platform/searched.ts';
import { openPerson } from './entry-cards.ts';
import { entryHolds } from './entry-search.ts';

/** A claim as the palette names it. */
interface FoundClaim {
  id: number;
  legalEntityId: number;
  registryId: number;
  contractNumber: string;
  debtor: string;
  creditor: string;
}

/** The first claims within the actor's reach that hold what was typed, by all that their list is searched by. */
export async function claimsBy(ctx: Ctx, typed: string, most: number): Promise<FoundClaim[]> {
  const reach = claimsOf(ctx);
  if (reach === undefined) return [];
  return ctx.db
    .selectFrom('registryEntries as e')
    .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
    .select(['e.id', 'e.legalEntityId', 'e.registryId', 'e.contractNumber', 'le.shortName as creditor'])
    .select(sql<string>`concat_ws(' ', e.last_name, e.first_name, e.middle_name)`.as('debtor'))
    .where('e.withdrawnAt', 'is', null)
    .where(reach)
    .where(claimHolds(ctx, typed))
    .limit(most)
    .execute();
}

/** A debtor's own claims, those of the companies whose list an employee may ask for, or all. */
const claimsOf = (ctx: Ctx): FilterScope | undefined =>
  ctx.actor?.kind === 'individual'
    ? sql`e.individual_id = ${ctx.actor.individualId}`
    : reachOf(ctx, 'registryEntry', 'e', registries.companyEntries, allRegistries.entries);

/** The name on a claim tells its debtor nothing: he looks for it by the contract and by whom he owes. */
const claimHolds = (ctx: Ctx, typed: string): RawBuilder<SqlBool> =>
  ctx.actor?.kind === 'individual'
    ? holds(typed, 'e.contractNumber', 'le.shortName')
    : entryHolds(ctx, typed, searched);

/** The debtor's address as the creditor's registry has it, or null when it has none. */
export async function addressOfEntry(ctx: Pick<Ctx, 'app' | 'db'>, entryId: number): Promise<string | null> {
  const { personSealed } = await ctx.db
    .selectFrom('registryEntries')
    .select('personSealed')
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow();
  return openPerson(ctx, personSealed).regAddress ?? null;
}
