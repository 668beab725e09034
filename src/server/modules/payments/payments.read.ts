import { sql } from 'kysely';
import { payments } from '#contract/payments.ts';
import type { Ctx } from '#server/platform/ctx.ts';
import { textHolds } from '#server/platform/list.ts';
import { lookOf, reachOf } from '#server/platform/reach.ts';
import { hasDigit } from '#server/platform/searched.ts';

/** A payment as the palette names it. */
interface FoundPayment {
  id: number;
  settlementId: number;
  number: string;
  debtor: string;
  creditor: string;
}

/** The first payments within the actor's reach whose number, or whose settlement, holds what was typed. */
export async function paymentsBy(ctx: Ctx, typed: string, most: number): Promise<FoundPayment[]> {
  const reach = reachOf(ctx, 'payment', 'p', payments.list);
  if (reach === undefined) return [];
  const reached = ctx.db.selectFrom('payments as p').select('p.id').where(reach).limit(most);
  const byNumber = reached.where(hasDigit(typed) ? textHolds(sql.ref('p.number'), typed) : sql.lit(false));
  const bySettlement = reached
    .innerJoin('settlements as s', 's.id', 'p.settlementId')
    .where(lookOf(ctx)('s.search', typed));
  return ctx.db
    .selectFrom('payments as p')
    .innerJoin('legalEntities as le', 'le.id', 'p.legalEntityId')
    .innerJoin('individuals as i', 'i.id', 'p.individualId')
    .select(['p.id', 'p.settlementId', 'p.number', 'le.shortName as creditor'])
    .select(sql<string>`concat_ws(' ', i.last_name, i.first_name, i.middle_name)`.as('debtor'))
    .where('p.id', 'in', sql<number>`((${byNumber}) union all (${bySettlement}))`)
    .orderBy('p.id', 'desc')
    .limit(most)
    .execute();
}
