import { settlements } from '#contract/settlements.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { lookOf, reachOf } from '#server/platform/reach.ts';
import { sideNames } from './rows.ts';

/** A settlement as the palette names it. */
interface FoundSettlement {
  id: number;
  number: string;
  debtor: string;
  creditor: string;
}

/** The first settlements within the actor's reach whose number, contract or sides hold what was typed. */
export async function settlementsBy(ctx: Ctx, typed: string, most: number): Promise<FoundSettlement[]> {
  const reach = reachOf(ctx, 'settlement', 's', settlements.list);
  if (reach === undefined) return [];
  return ctx.db
    .selectFrom('settlements as s')
    .select(['s.id', 's.number', ...sideNames])
    .where(lookOf(ctx)('s.search', typed))
    .where(reach)
    .orderBy('s.id', 'desc')
    .limit(most)
    .execute();
}
