import { type SqlBool, sql } from 'kysely';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { forgivenSums } from '#contract/settlements/forgiven-sums.ts';
import { incomeTax } from '#domain/money/tax-note.ts';
import { DEFAULT_BAND, keptBand, structureOf } from '#domain/negotiation/policy-band.ts';
import type { Rates } from '#domain/rates/rates.ts';
import type { DebtPartCode } from '#domain/settlements/debt-structure.ts';
import { discountOf } from '#domain/settlements/discount.ts';
import { forgivenSum, INCOME, reportedBy } from '#domain/settlements/forgiven-sum.ts';
import { type SettlementStatus, settlementMachine } from '#domain/settlements/settlement.ts';
import { toDay } from '#domain/values/days.ts';
import { kopecks, sumKopecks } from '#domain/values/money.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { type Actor, type Ctx, type FileAnswer, implement } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { chosenRows } from '#server/platform/export/export-columns.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { searched } from '#server/platform/list/searched.ts';
import { sideColumns } from '../export.ts';
import { sideNames } from '../rows.ts';

type Row = Answer<typeof forgivenSums.list>['items'][number];
type Criteria = Pick<Input<typeof forgivenSums.list>['query'], 'filter' | 'q'>;

/** The day of the last kopeck, the condition of ст. 415 ГК; where that was not kept yet, the day of the closing. */
const forgivenOn = sql<string>`coalesce(s.paid_on, (s.closed_at at time zone 'Europe/Moscow')::date)`;
const orders = { forgivenOn: { columns: [forgivenOn, 's.id'], direction: -1 } } as const;

const inYear = (year: number) =>
  sql<SqlBool>`${forgivenOn} between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`;

/** Agreements that were paid whole and forgave something; money of those that are not closed yet may still go back. */
function rowsOf(ctx: Ctx, { filter, q }: Criteria) {
  let rows = ctx.db
    .selectFrom('settlements as s')
    .where(ctx.within('settlement', 's'))
    .where('s.discountAmount', '>', sql.lit(0))
    .where((eb) => eb.or([eb('s.status', '=', sql.lit('paid')), eb('s.closeReason', '=', sql.lit('fulfilled'))]));
  if (filter?.legalEntityId !== undefined) rows = rows.where('s.legalEntityId', '=', filter.legalEntityId);
  if (filter?.year) rows = rows.where(sql<SqlBool>`(${sql.join(filter.year.map(inYear), sql` or `)})`);
  if (q) rows = rows.where(searched('s.search', q));
  return rows;
}

const columnsOf = (rows: ReturnType<typeof rowsOf>) =>
  rows
    .select(['s.id', 's.number', 's.status', 's.legalEntityId', 's.debt', 's.band', 's.agreedAmount', 's.disputed'])
    .select(forgivenOn.as('forgivenOn'))
    .select([
      ...sideNames,
      sql<string>`(select e.contract_number from registry_entries e where e.id = s.registry_entry_id)`.as(
        'contractNumber',
      ),
    ]);
type Found = Awaited<ReturnType<ReturnType<typeof columnsOf>['execute']>>[number];

function shownBy(rates: Rates, { debt, band, agreedAmount, disputed, ...row }: Found): Row {
  const structure = structureOf(band === null ? DEFAULT_BAND : keptBand(band));
  const sum = forgivenSum(discountOf(debt, kopecks(agreedAmount ?? 0), structure), disputed);
  const on = toDay(row.forgivenOn);
  return {
    ...row,
    ...sum,
    status: row.status as SettlementStatus,
    parts: [...sum.parts],
    tax: incomeTax(sum.acknowledged, on, rates),
    reportBy: reportedBy(on),
  };
}

const list = defineList({ rows: rowsOf, columns: columnsOf, orders });

async function page(ctx: Ctx<Actor>, query: Input<typeof forgivenSums.list>['query']) {
  const found = await list.page(ctx, query);
  const rates = await ratesOf(ctx.db);
  return { ...found, items: found.items.map((row) => shownBy(rates, row)) };
}

/** The same rows as a spreadsheet, with a column for each part of a debt that can be forgiven. */
async function exportForgiven(
  ctx: Ctx<Actor>,
  query: Input<typeof forgivenSums.exportExcel>['query'],
): Promise<FileAnswer> {
  const rates = await ratesOf(ctx.db);
  const told =
    <T>(value: (row: Row) => T) =>
    (found: Found): T =>
      value(shownBy(rates, found));
  const part = (...codes: DebtPartCode[]) =>
    told(({ parts }) =>
      sumKopecks(parts.filter(({ code }) => codes.includes(code)).map(({ amount }) => kopecks(amount))),
    );
  return exportSheet(ctx, {
    title: 'Прощённые суммы',
    rows: chosenRows(columnsOf(rowsOf(ctx, query)), 's.id', orders, query),
    query,
    columns: (column) => ({
      forgivenOn: column.day('Прощено', (row) => row.forgivenOn),
      number: column.text('Соглашение', (row) => row.number, 16),
      ...sideColumns,
      contractNumber: column.text('Договор', (row) => row.contractNumber, 18),
      status: column.text('Статус', (row) => settlementMachine.label(row.status as SettlementStatus)),
      forgiven: column.money(
        'Прощено всего',
        told(({ forgiven }) => forgiven),
      ),
      principal: column.money('Основной долг', part('principal')),
      interest: column.money('Проценты', part('interest', 'interest_overdue')),
      penalty: column.money('Неустойка и штрафы', part('penalty', 'fine')),
      fee: column.money('Комиссии', part('fee')),
      acknowledged: column.money(
        'Из них признано',
        told(({ acknowledged }) => acknowledged),
      ),
      disputed: column.money(
        'Из них оспорено',
        told(({ disputed }) => disputed),
      ),
      income: column.text(
        'Доход',
        told(({ income }) => INCOME[income]),
        34,
      ),
      tax: column.money(
        'Налог с признанного, около',
        told(({ tax }) => tax),
      ),
      reportBy: column.day(
        'Сообщить до',
        told(({ reportBy }) => reportBy),
      ),
    }),
  });
}

export const forgivenHandlers = implement(forgivenSums, {
  list: (ctx, { query }) => page(ctx, query),
  exportExcel: (ctx, { query }) => exportForgiven(ctx, query),
});
