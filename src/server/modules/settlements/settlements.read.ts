import { sql } from 'kysely';
import { settlements } from '#contract/settlements.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { searched } from '#server/platform/searched.ts';

/** A settlement as the palette names it. */
interface FoundSettlement {
  id: number;
  number: string;
  creditor: string;
}

/** The first settlements within the actor's reach whose number or contract holds what was typed; words alone are of people. */
export async function settlementsBy(ctx: Ctx, typed: string, most: number): Promise<FoundSettlement[]> {
  const reach = reachOf(ctx);
  if (reach === undefined || !/\d/.test(typed)) return [];
  return ctx.db
    .selectFrom('settlements as s')
    .innerJoin('legalEntities as le', 'le.id', 's.legalEntityId')
    .select(['s.id', 's.number', 'le.shortName as creditor'])
    .where(searched('s.search', typed))
    .where(reach)
    .orderBy('s.id', 'desc')
    .limit(most)
    .execute();
}

/** Which settlements the actor may see at all; undefined when none. */
function reachOf({ actor, may }: Ctx) {
  if (actor?.kind === 'individual') return sql<boolean>`s.individual_id = ${actor.individualId}`;
  if (actor?.kind === 'operator') return may(settlements.list) ? sql<boolean>`true` : undefined;
  const companies = (actor?.memberships ?? []).filter(({ permissions }) => permissions.has(settlements.list.code));
  if (companies.length === 0) return undefined;
  return sql<boolean>`s.legal_entity_id = any(${companies.map(({ legalEntityId }) => legalEntityId)}::bigint[])`;
}
