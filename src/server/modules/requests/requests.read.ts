import { sql } from 'kysely';
import { requests } from '#contract/requests.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { personHolds } from '#server/platform/person-name.ts';
import { lookOf, reachOf } from '#server/platform/reach.ts';
import { contains } from '#server/platform/searched.ts';
import { innSeen } from './cases.ts';

/** A request as the palette names it. */
interface FoundRequest {
  id: number;
  individualId: number;
  number: string;
  debtor: string;
  creditorName: string | null;
}

/**
 * The first requests within the actor's reach that hold what was typed, or whose debtor does: by his name, or by his ИНН
 * where it is seen. The debtor himself looks for his own by everything but his name.
 */
export async function requestsBy(ctx: Ctx, typed: string, most: number): Promise<FoundRequest[]> {
  const reach = reachOf(ctx, 'request', 'requests', requests.list, requests.ofCompany);
  if (reach === undefined) return [];
  const open = ctx.db.selectFrom('requests').select('requests.id').where('archivedAt', 'is', null).where(reach);
  const byText = open.where(lookOf(ctx)('requests.search', typed)).limit(most);
  const byDebtor = open
    .innerJoin('individuals as i', 'i.id', 'requests.individualId')
    .where(personHolds('i.search', typed, { seesInn: innSeen(ctx), holds: contains }))
    .limit(most);
  const ids = ctx.actor?.kind === 'individual' ? byText : sql<number>`((${byText}) union all (${byDebtor}))`;
  return ctx.db
    .selectFrom('requests as q')
    .select(['q.id', 'q.individualId', 'q.number', 'q.creditorName'])
    .select(
      sql<string>`(select concat_ws(' ', last_name, first_name, middle_name) from individuals where id = q.individual_id)`.as(
        'debtor',
      ),
    )
    .where('q.id', 'in', ids)
    .orderBy('q.id', 'desc')
    .limit(most)
    .execute();
}
