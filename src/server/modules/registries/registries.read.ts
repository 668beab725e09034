import { sql } from 'kysely';
import { allRegistries, registries } from '#contract/registries.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { textHolds } from '#server/platform/list.ts';
import { searched } from '#server/platform/searched.ts';
import { openPerson } from './entry-cards.ts';

/** A claim as the palette names it. */
interface FoundClaim {
  id: number;
  legalEntityId: number;
  registryId: number;
  contractNumber: string;
  creditor: string;
}

/**
 * The first claims within the actor's reach whose contract number holds what was typed. A number has digits; words are looked
 * up among people, where they belong.
 */
export async function claimsBy(ctx: Ctx, typed: string, most: number): Promise<FoundClaim[]> {
  const reach = reachOf(ctx);
  if (reach === undefined || !/\d/.test(typed)) return [];
  return (
    ctx.db
      .selectFrom('registryEntries as e')
      .innerJoin('legalEntities as le', 'le.id', 'e.legalEntityId')
      .select(['e.id', 'e.legalEntityId', 'e.registryId', 'e.contractNumber', 'le.shortName as creditor'])
      .where('e.withdrawnAt', 'is', null)
      .where(reach)
      // The index is of everything that an entry is searched by; the number alone decides.
      .where(searched('e.search', typed))
      .where(textHolds(sql.ref('e.contractNumber'), typed))
      .limit(most)
      .execute()
  );
}

/** Which claims the actor may see at all; undefined when none. */
function reachOf({ actor, may }: Ctx) {
  if (actor?.kind === 'individual') return sql<boolean>`e.individual_id = ${actor.individualId}`;
  if (may(allRegistries.entries)) return sql<boolean>`true`;
  const companies = (actor?.memberships ?? []).filter(({ permissions }) =>
    permissions.has(registries.companyEntries.code),
  );
  if (companies.length === 0) return undefined;
  return sql<boolean>`e.legal_entity_id = any(${companies.map(({ legalEntityId }) => legalEntityId)}::bigint[])`;
}

/** The debtor's address as the creditor's registry has it, or null when it has none. */
export async function addressOfEntry(ctx: Pick<Ctx, 'app' | 'db'>, entryId: number): Promise<string | null> {
  const { personSealed } = await ctx.db
    .selectFrom('registryEntries')
    .select('personSealed')
    .where('id', '=', entryId)
    .executeTakeFirstOrThrow();
  return openPerson(ctx, personSealed).regAddress ?? null;
}
