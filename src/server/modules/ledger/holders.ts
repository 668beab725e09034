import { type SqlBool, sql } from 'kysely';
import type { Answer, Input } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import { individuals } from '#contract/parties/individuals.ts';
import type { AccountCode } from '#domain/money/ledger-accounts.ts';
import { inLedgerDays } from '#domain/money/ledger-months.ts';
import type { Day } from '#domain/values/days.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import { inNoRow, personHolds } from '#server/platform/person-name.ts';
import { holdersOf } from './balances.queries.ts';
import { type Base, baseOf, bookDayOf, netOf } from './book-days.queries.ts';

interface Criteria {
  q?: string | undefined;
}
/** The end of today, unless told. */
const dayAsked = (ctx: Ctx, filter: { day?: Day | undefined } | undefined): Day => inLedgerDays(filter?.day ?? ctx.day);

/** What a company has on the accounts that creditors hold. */
interface Held {
  id: number;
  owed: number;
  feeDebt: number;
}

const held = (base: Base) =>
  sql<Held>`(
    select h.holder_id as id, -(coalesce(sum(h.net) filter (where h.account = '2010'), 0)::bigint) as owed,
      coalesce(sum(h.net) filter (where h.account = '1200'), 0)::bigint as fee_debt
    from ${holdersOf(base, ['2010', '1200'])} h group by 1)`.as('h');

function findCreditors({ db }: Ctx, { q }: Criteria, base: Base) {
  const rows = db.selectFrom(held(base)).innerJoin('legalEntities as le', 'le.id', 'h.id');
  return q ? rows.where(indexedColumnHolds('le.search', q)) : rows;
}

const creditorColumns = ['le.id', 'le.shortName as creditor', 'le.inn', 'h.owed', 'h.feeDebt'] as const;
const creditorOrders = {
  creditor: { columns: ['le.shortName', 'le.id'], direction: 1 },
  owed: { columns: ['h.owed', 'le.id'], direction: -1 },
  feeDebt: { columns: ['h.feeDebt', 'le.id'], direction: -1 },
} as const;

const creditorList = defineList({
  rows: findCreditors,
  columns: (rows) => rows.select(creditorColumns),
  orders: creditorOrders,
});

/** What is owed to each creditor and by him at the end of a day. */
export async function creditors(
  ctx: Ctx,
  { filter, ...query }: Input<typeof ledger.creditors>['query'],
): Promise<Answer<typeof ledger.creditors>> {
  return creditorList.page(ctx, query, await baseOf(ctx.db, dayAsked(ctx, filter)));
}

/** The same as a spreadsheet. */
export async function exportCreditors(
  ctx: Ctx<Actor>,
  query: Input<typeof ledger.creditorsExcel>['query'],
): Promise<FileAnswer> {
  const base = await baseOf(ctx.db, dayAsked(ctx, query.filter));
  const found = findCreditors(ctx, query, base).select(creditorColumns);
  return exportSheet(ctx, {
    title: 'Остатки по кредиторам',
    rows: rowsToExport(found, 'le.id', creditorOrders, query),
    query,
    columns: (column) => ({
      creditor: column.text('Кредитор', (row) => row.creditor, 34),
      inn: column.text('ИНН', (row) => row.inn, 14),
      owed: column.money('Причитается кредитору', (row) => row.owed),
      feeDebt: column.money('Должен за услуги', (row) => row.feeDebt),
    }),
  });
}

/** The debtors of whom the ledger knows anything. */
function findDebtors(ctx: Ctx, { q }: Criteria) {
  const rows = ctx.db
    .selectFrom('individuals as i')
    .where(
      sql<SqlBool>`exists (select from settlements s join ledger_entries e on e.settlement_id = s.id where s.individual_id = i.id)`,
    );
  // By an ИНН that he sees masked nobody is found.
  const seesInn = ctx.may(individuals.reveal) ? sql.lit(true) : inNoRow;
  return q ? rows.where(personHolds('i.search', q, { seesInn })) : rows;
}

/** What the agreements of a debtor have on an account at the end of a day, debit less credit: a person has few lines. */
const byAgreements = (account: AccountCode, day: Day) =>
  sql<number>`(select coalesce(sum(${netOf('l')}), 0)::bigint from settlements s
    join ledger_lines l on l.account = ${sql.lit(account)} and l.holder_id = s.id join ledger_entries e on e.id = l.entry_id
    where s.individual_id = i.id and ${bookDayOf('e')} <= ${day}::date)`;

const overpaid = (day: Day) =>
  sql<number>`-(select coalesce(sum(${netOf('l')}), 0)::bigint from ledger_lines l join ledger_entries e on e.id = l.entry_id
    where l.account = '2020' and l.holder_id = i.id and ${bookDayOf('e')} <= ${day}::date)`;

const debtorColumns = (day: Day) =>
  [
    'i.id',
    sql<string>`concat_ws(' ', i.last_name, i.first_name, i.middle_name)`.as('debtor'),
    byAgreements('M10', day).as('claims'),
    byAgreements('M30', day).as('penalties'),
    byAgreements('M20', day).as('forgivable'),
    overpaid(day).as('overpaid'),
  ] as const;
/** As the list of people is ordered: by the full name, which the text of the search begins with. */
const debtorOrders = {
  debtor: { columns: [sql`rtrim(i.search, ' 0123456789')`, 'i.id'], direction: 1 },
} as const;

const debtorList = defineList({
  rows: (ctx: Ctx, criteria: Criteria, _day: Day) => findDebtors(ctx, criteria),
  columns: (rows, _ctx, day) => rows.select(debtorColumns(day)),
  orders: debtorOrders,
});

/** What each debtor owes by his agreements at the end of a day. */
export const debtors = (
  ctx: Ctx,
  { filter, ...query }: Input<typeof ledger.debtors>['query'],
): Promise<Answer<typeof ledger.debtors>> => debtorList.page(ctx, query, dayAsked(ctx, filter));

/** The same as a spreadsheet. */
export function exportDebtors(ctx: Ctx<Actor>, query: Input<typeof ledger.debtorsExcel>['query']): Promise<FileAnswer> {
  const found = findDebtors(ctx, query).select(debtorColumns(dayAsked(ctx, query.filter)));
  return exportSheet(ctx, {
    title: 'Остатки по заёмщикам',
    rows: rowsToExport(found, 'i.id', debtorOrders, query),
    query,
    columns: (column) => ({
      debtor: column.text('Заёмщик', (row) => row.debtor, 34),
      claims: column.money('Осталось по графикам', (row) => row.claims),
      penalties: column.money('Неустойка', (row) => row.penalties),
      forgivable: column.money('Простится после оплаты', (row) => row.forgivable),
      overpaid: column.money('Переплата', (row) => row.overpaid),
    }),
  });
}
