import { sql } from 'kysely';
import { requests } from '#contract/requests.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { searched } from '#server/platform/searched.ts';

/** A request as the palette names it. */
interface FoundRequest {
  id: number;
  individualId: number;
  number: string;
  creditorName: string | null;
}

/** The first requests within the actor's reach whose number or contract holds what was typed; words alone are of people. */
export async function requestsBy(ctx: Ctx, typed: string, most: number): Promise<FoundRequest[]> {
  const reach = reachOf(ctx);
  if (reach === undefined || !/\d/.test(typed)) return [];
  return ctx.db
    .selectFrom('requests as q')
    .select(['q.id', 'q.individualId', 'q.number', 'q.creditorName'])
    .where('q.archivedAt', 'is', null)
    .where(searched('q.search', typed))
    .where(reach)
    .orderBy('q.id', 'desc')
    .limit(most)
    .execute();
}

/** Which requests the actor may see at all; undefined when none. */
function reachOf({ actor, may }: Ctx) {
  if (actor?.kind === 'individual') return sql<boolean>`q.individual_id = ${actor.individualId}`;
  if (actor?.kind === 'operator') return may(requests.list) ? sql<boolean>`true` : undefined;
  const companies = (actor?.memberships ?? []).filter(({ permissions }) => permissions.has(requests.ofCompany.code));
  if (companies.length === 0) return undefined;
  return sql<boolean>`q.legal_entity_id = any(${companies.map(({ legalEntityId }) => legalEntityId)}::bigint[])`;
}
