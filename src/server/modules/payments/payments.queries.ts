import { sql } from 'kysely';
import { payments } from '#contract/money/payments.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { namedRows } from '#server/platform/list/named-rows.ts';
import { anyOfIds, type Finder, matcherOf, searchScope } from '#server/platform/list/reach.ts';
import { hasDigit } from '#server/platform/list/searched.ts';

/** A payment as the palette names it. */
interface PaymentHit {
  id: number;
  settlementId: number;
  number: string;
  debtor: string;
  creditor: string;
}

/** Payments whose number, or whose settlement, holds what was typed. */
export const paymentFinder: Finder<PaymentHit> = {
  ids(ctx, typed, most) {
    const reach = searchScope(ctx, 'payment', 'p', payments.list);
    if (reach === undefined) return undefined;
    const reached = ctx.db.selectFrom('payments as p').select('p.id').where(reach).limit(most);
    const bySettlement = reached
      .innerJoin('settlements as s', 's.id', 'p.settlementId')
      .where(matcherOf(ctx)('s.search', typed));
    if (!hasDigit(typed)) return bySettlement;
    const byNumber = reached.where(textHolds(sql.ref('p.number'), typed));
    return sql`(${byNumber}) union all (${bySettlement})`;
  },
  named(ctx) {
    const reach = searchScope(ctx, 'payment', 'p', payments.list);
    const named = ctx.db
      .selectFrom('individuals as i')
      .innerJoin('payments as p', 'p.individualId', 'i.id')
      .innerJoin('settlements as s', 's.id', 'p.settlementId')
      .select('p.id')
      .where('i.deletedAt', 'is', null);
    const of = { id: 'p.id', table: 'payments', person: 'i.search', text: 's.search', all: reach === everyRow };
    return reach && namedRows(named.where(reach), of);
  },
  rows: (db, ids) =>
    db
      .selectFrom('payments as p')
      .innerJoin('legalEntities as le', 'le.id', 'p.legalEntityId')
      .innerJoin('individuals as i', 'i.id', 'p.individualId')
      .select(['p.id', 'p.settlementId', 'p.number', 'le.shortName as creditor'])
      .select(sql<string>`concat_ws(' ', i.last_name, i.first_name, i.middle_name)`.as('debtor'))
      .where('p.id', '=', anyOfIds(ids))
      .orderBy('p.id', 'desc'),
  shown: (row) => row,
};
