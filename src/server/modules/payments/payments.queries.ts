import { type SqlBool, sql } from 'kysely';
import { payments } from '#contract/money/payments.ts';
import { everyRow } from '#server/platform/auth/access.ts';
import { type AccountsBehind, behindSidesOf } from '#server/platform/auth/accounts-behind.ts';
import { inPlainWords } from '#server/platform/list/conditions.ts';
import { fetchFirst } from '#server/platform/list/own-rows.ts';
import { anyOfIds, type Finder, rowsOfCompany, searchScope } from '#server/platform/list/reach.ts';
import { people, rowsByName } from '#server/platform/list/rows-by-name.ts';
import { hasDigit } from '#server/platform/list/searched.ts';

/** A payment as the palette names it. */
interface PaymentHit {
  id: number;
  settlementId: number;
  number: string;
  debtor: string;
  creditor: string;
}

const plainNumber = (column: string) => inPlainWords(sql.ref(column));

/** Payments whose number, or whose settlement, holds what was typed. */
export const paymentFinder: Finder<PaymentHit> = {
  ids(ctx, sought, most) {
    const reach = searchScope(ctx, 'payment', 'p', payments.list);
    if (reach === undefined) return undefined;
    const reached = ctx.db.selectFrom('payments as p').select('p.id').where(reach).where(sought.isLookedAt('p.id'));
    const bySettlement = reached
      .innerJoin('settlements as s', 's.id', 'p.settlementId')
      .where(sought.isIn(sql.ref('s.search')))
      .modifyEnd(fetchFirst(most));
    if (!hasDigit(sought.typed)) return bySettlement;
    const byNumber = reached.where(sought.isIn(plainNumber('p.number'))).modifyEnd(fetchFirst(most));
    return sql`(${byNumber}) union all (${bySettlement})`;
  },
  texts: () => [{ table: 'settlements' }, { table: 'payments', text: plainNumber('number') }],
  ofCompany: rowsOfCompany('payments'),
  own(ctx, sought, most) {
    const reach = searchScope(ctx, 'payment', 'p', payments.list);
    if (reach === undefined) return undefined;
    const byNumber = sought.hasDigit ? sought.isIn(plainNumber('p.number')) : sql.lit(false);
    return ctx.db
      .selectFrom('payments as p')
      .innerJoin('settlements as s', 's.id', 'p.settlementId')
      .select('p.id')
      .where(reach)
      .where(sql<SqlBool>`(${byNumber} or ${sought.isIn(sql.ref('s.search'))})`)
      .modifyEnd(fetchFirst(most));
  },
  byName(ctx) {
    const reach = searchScope(ctx, 'payment', 'p', payments.list);
    const named = ctx.db
      .selectFrom('individuals as i')
      .innerJoin('payments as p', 'p.individualId', 'i.id')
      .innerJoin('settlements as s', 's.id', 'p.settlementId')
      .select('p.id')
      .where('i.deletedAt', 'is', null);
    const of = { id: 'p.id', table: 'payments', person: people, text: 's.search', all: reach === everyRow };
    return reach && rowsByName(named.where(reach), of);
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

/** The account that has paid, that of the debtor, and those of the creditor: it is his money that goes back. */
export const behindPayment: AccountsBehind = (id) => sql`
  select p.payer_account_id as account_id from payments p where p.id = ${id}
  union ${behindSidesOf('settlements')(sql<number>`(select p.settlement_id from payments p where p.id = ${id})`)}`;
