import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Answer, Input } from '#contract/kernel/op.ts';
import { forgivenSums } from '#contract/settlements/forgiven-sums.ts';
import { incomeTax } from '#domain/money/tax-note.ts';
import { bandWithDefaults, DEFAULT_BAND, structureOf } from '#domain/negotiation/policy-band.ts';
import type { Rates } from '#domain/rates/rates.ts';
import { type DebtPartCode, debtPart } from '#domain/settlements/debt-structure.ts';
import { discountOf } from '#domain/settlements/discount.ts';
import {
  FORGIVEN,
  forgivenShown,
  forgivenSum,
  givenUpPenalty,
  INCOME,
  incomeReportDay,
} from '#domain/settlements/forgiven-sum.ts';
import type { SettlementStatus } from '#domain/settlements/settlement.ts';
import { toDay } from '#domain/values/days.ts';
import { type Kopecks, kopecks, sumKopecks } from '#domain/values/money.ts';
import { ratesOf } from '#server/modules/rates/rates.queries.ts';
import { type Actor, type Ctx, type FileAnswer, implement } from '#server/platform/ctx.ts';
import type { DB } from '#server/platform/database/schema.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { defineList } from '#server/platform/list/define-list.ts';
import { indexedColumnHolds } from '#server/platform/list/searched.ts';
import { sideColumns } from '../export.ts';
import { sideNames } from '../rows.ts';

type Row = Answer<typeof forgivenSums.list>['items'][number];
type Criteria = Pick<Input<typeof forgivenSums.list>['query'], 'filter' | 'q'>;

/** The day of the last kopeck, the condition of ст. 415 ГК; where that was not kept yet, the day of the closing. */
const paidWhole = (table: string) =>
  sql<string>`coalesce(${sql.ref(`${table}.paidOn`)}, (${sql.ref(`${table}.closedAt`)} at time zone 'Europe/Moscow')::date)`;
const orders = { forgivenOn: { columns: ['f.forgivenOn', 'f.id'], direction: -1 } } as const;

const inYear = (year: number) =>
  sql<SqlBool>`f.forgiven_on between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`;

/** Agreements that were paid whole and forgave something; money of those that are not closed yet may still go back. */
const isDiscount = (table: string) =>
  sql<SqlBool>`${sql.ref(`${table}.discountAmount`)} > 0
    and (${sql.ref(`${table}.status`)} = 'paid' or ${sql.ref(`${table}.closeReason`)} = 'fulfilled')`;
/** Penalties that a creditor has given up; what is counted anew or ends with an agreement is no gift of his. */
const isGivenUp = (table: string) =>
  sql<SqlBool>`${sql.ref(`${table}.kind`)} = 'penalty_waived' and ${sql.ref(`${table}.event`)} ->> 'why' = 'given_up'`;
const givenUp = (table: string) => sql<number>`(${sql.ref(`${table}.event`)} ->> 'amount')::bigint`;

/** The number of a row: even ones are of settlements, odd ones of entries of the ledger. */
const numberOf = (what: keyof typeof FORGIVEN, id: string) =>
  what === 'discount' ? sql<number>`${sql.ref(id)} * 2` : sql<number>`${sql.ref(id)} * 2 + 1`;

/** What was forgiven, each with a number of its own. */
const forgivenOf = (db: Ctx['db']) =>
  db
    .selectFrom('settlements as a')
    .where(isDiscount('a'))
    .select([
      numberOf('discount', 'a.id').as('id'),
      'a.id as settlementId',
      paidWhole('a').as('forgivenOn'),
      sql<number | null>`null::bigint`.as('penalty'),
    ])
    .unionAll(
      db
        .selectFrom('ledgerEntries as p')
        .where(isGivenUp('p'))
        .select([
          numberOf('penalty', 'p.id').as('id'),
          sql<number>`p.settlement_id`.as('settlementId'),
          'p.valueDate as forgivenOn',
          givenUp('p').as('penalty'),
        ]),
    )
    .as('f');

function findForgivenSums(ctx: Ctx, { filter, q }: Criteria) {
  let rows = ctx.db
    .selectFrom(forgivenOf(ctx.db))
    .innerJoin('settlements as s', 's.id', 'f.settlementId')
    .where(ctx.within('settlement', 's'));
  if (filter?.legalEntityId !== undefined) rows = rows.where('s.legalEntityId', '=', filter.legalEntityId);
  if (filter?.year) rows = rows.where(sql<SqlBool>`(${sql.join(filter.year.map(inYear), sql` or `)})`);
  if (q) rows = rows.where(indexedColumnHolds('s.search', q));
  return rows;
}

/** Of the same person by the same creditor in the same year, and before the row in the order of the list. */
const before = (on: RawBuilder<string>, id: RawBuilder<number>) =>
  sql<SqlBool>`o.individual_id = s.individual_id and o.legal_entity_id = s.legal_entity_id
    and ${on} >= date_trunc('year', f.forgiven_on)::date and (${on}, ${id}) < (f.forgiven_on, f.id)`;

/** What an agreement's discount is counted from. */
interface Agreed {
  debt: Selectable<DB['settlements']>['debt'];
  band: Selectable<DB['settlements']>['band'];
  agreedAmount: number | null;
  disputed: Selectable<DB['settlements']>['disputed'];
}

const columnsOf = (rows: ReturnType<typeof findForgivenSums>) =>
  rows
    .select(['f.id', 'f.settlementId', 'f.forgivenOn', 'f.penalty'])
    .select(['s.number', 's.status', 's.individualId', 's.legalEntityId'])
    .select(['s.debt', 's.band', 's.agreedAmount', 's.disputed'])
    .select([
      ...sideNames,
      sql<string>`(select e.contract_number from registry_entries e where e.id = s.registry_entry_id)`.as(
        'contractNumber',
      ),
    ]);
type Found = Awaited<ReturnType<ReturnType<typeof columnsOf>['execute']>>[number];

/** The same with what was forgiven before each row, for a sheet that is written row by row. */
const sheetColumnsOf = (rows: ReturnType<typeof findForgivenSums>) =>
  columnsOf(rows).select([
    sql<Agreed[]>`(select coalesce(jsonb_agg(jsonb_build_object('debt', o.debt, 'band', o.band,
          'agreedAmount', o.agreed_amount, 'disputed', o.disputed)), '[]') from settlements o
        where ${isDiscount('o')} and ${before(paidWhole('o'), numberOf('discount', 'o.id'))})`.as('discountsBefore'),
    sql<number>`(select coalesce(sum(${givenUp('p')}), 0)::bigint from settlements o join ledger_entries p on p.settlement_id = o.id
        where ${isGivenUp('p')} and ${before(sql`p.value_date`, numberOf('penalty', 'p.id'))})`.as('penaltiesBefore'),
  ]);
type SheetRow = Awaited<ReturnType<ReturnType<typeof sheetColumnsOf>['execute']>>[number];

const discountSum = ({ debt, band, agreedAmount, disputed }: Agreed) =>
  forgivenSum(
    discountOf(debt, kopecks(agreedAmount ?? 0), structureOf(band === null ? DEFAULT_BAND : bandWithDefaults(band))),
    disputed,
  );

const whatOf = ({ penalty }: Pick<Found, 'penalty'>) => (penalty === null ? 'discount' : 'penalty');

/** What one row has forgiven, in whole and by parts. */
const sumOf = ({ penalty, ...agreed }: Agreed & Pick<Found, 'penalty'>) =>
  penalty === null ? discountSum(agreed) : givenUpPenalty(kopecks(penalty));

/** @param earlier forgiven of the same person by the same creditor earlier in the year, as far as it is acknowledged */
function shownBy(rates: Rates, found: Found, earlier: Kopecks): Row {
  const { debt, band, agreedAmount, disputed, penalty, individualId: _, ...row } = found;
  const sum = sumOf({ debt, band, agreedAmount, disputed, penalty });
  const on = toDay(row.forgivenOn);
  return {
    ...row,
    ...sum,
    what: whatOf({ penalty }),
    status: row.status as SettlementStatus,
    parts: [...sum.parts],
    before: earlier,
    tax: incomeTax(sum.acknowledged, on, rates, earlier),
    reportBy: incomeReportDay(on),
  };
}

const earlierOnSheet = ({
  penaltiesBefore,
  discountsBefore,
}: Pick<SheetRow, 'penaltiesBefore' | 'discountsBefore'>): Kopecks =>
  sumKopecks([kopecks(penaltiesBefore), ...discountsBefore.map((one) => discountSum(one).acknowledged)]);

/**
 * What was forgiven before each of these rows, by their numbers. All that their debtors were forgiven by their creditors is read
 * once, however many rows of a page are one debtor's.
 */
async function earlierOf(db: Ctx['db'], rows: readonly Found[]): Promise<ReadonlyMap<number, Kopecks>> {
  const pairs = sql<SqlBool>`(s.individual_id, s.legal_entity_id) in (
    select * from unnest(${rows.map((row) => row.individualId)}::bigint[], ${rows.map((row) => row.legalEntityId)}::bigint[]))`;
  const all = await db
    .selectFrom(forgivenOf(db))
    .innerJoin('settlements as s', 's.id', 'f.settlementId')
    .select(['f.id', 'f.forgivenOn', 'f.penalty', 's.individualId', 's.legalEntityId'])
    .select(['s.debt', 's.band', 's.agreedAmount', 's.disputed'])
    .where(pairs)
    .orderBy('f.forgivenOn')
    .orderBy('f.id')
    .execute();
  const sums = new Map<string, Kopecks>();
  return new Map(
    all.map((row) => {
      const year = [row.individualId, row.legalEntityId, row.forgivenOn.slice(0, 4)].join();
      const earlier = sums.get(year) ?? kopecks(0);
      sums.set(year, sumKopecks([earlier, sumOf(row).acknowledged]));
      return [row.id, earlier];
    }),
  );
}

const list = defineList({ rows: findForgivenSums, columns: columnsOf, orders });

async function page(ctx: Ctx<Actor>, query: Input<typeof forgivenSums.list>['query']) {
  const found = await list.page(ctx, query);
  const rates = await ratesOf(ctx.db);
  const earlier = await earlierOf(ctx.db, found.items);
  return { ...found, items: found.items.map((row) => shownBy(rates, row, earlier.get(row.id) ?? kopecks(0))) };
}

/** The same rows as a spreadsheet, with a column for each part of a debt that can be forgiven. */
async function exportForgiven(
  ctx: Ctx<Actor>,
  query: Input<typeof forgivenSums.exportExcel>['query'],
): Promise<FileAnswer> {
  const rates = await ratesOf(ctx.db);
  const told =
    <T>(value: (row: Row) => T) =>
    ({ penaltiesBefore, discountsBefore, ...found }: SheetRow): T =>
      value(shownBy(rates, found, earlierOnSheet({ penaltiesBefore, discountsBefore })));
  const part = (...codes: DebtPartCode[]) =>
    told(({ parts }) =>
      sumKopecks(parts.filter(({ code }) => codes.includes(code)).map(({ amount }) => kopecks(amount))),
    );
  return exportSheet(ctx, {
    title: 'Прощённые суммы',
    rows: rowsToExport(sheetColumnsOf(findForgivenSums(ctx, query)), 'f.id', orders, query),
    query,
    columns: (column) => ({
      forgivenOn: column.day('Прощено', (row) => row.forgivenOn),
      what: column.text('Что прощено', (row) => FORGIVEN[whatOf(row)], 22),
      number: column.text('Соглашение', (row) => row.number, 16),
      ...sideColumns,
      contractNumber: column.text('Договор', (row) => row.contractNumber, 18),
      status: column.text('Состояние', (row) => forgivenShown(whatOf(row), row.status as SettlementStatus).label),
      forgiven: column.money(
        'Прощено всего',
        told(({ forgiven }) => forgiven),
      ),
      principal: column.money(debtPart('principal').label, part('principal')),
      interest: column.money(debtPart('interest').label, part('interest', 'interest_overdue')),
      penalty: column.money(
        `${debtPart('penalty').short} и ${debtPart('fine').label.toLowerCase()}`,
        part('penalty', 'fine'),
      ),
      fee: column.money(debtPart('fee').label, part('fee')),
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
      before: column.money(
        'Прощено раньше в этом году',
        told(({ before }) => before),
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
