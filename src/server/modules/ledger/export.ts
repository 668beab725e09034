import { sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { accountOf } from '#domain/money/ledger-accounts.ts';
import { addDays } from '#domain/values/days.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { type ColumnMakers, rowsToExport } from '#server/platform/export/export-columns.ts';
import { accountOrders, cardAsked, holderOf } from './account-card.ts';
import { asGrown, balanceOn, linesWithin } from './balances.queries.ts';
import { bookDayOf, netOf } from './book-days.queries.ts';
import { findLines, lineColumns, lineOrders, shownLine } from './lines.ts';

/** A line as it is exported. */
type ExportedLine = Parameters<typeof shownLine>[0] & {
  bookDay: string;
  valueDate: string;
  holder: string | null;
  amount: number;
  settlement: string | null;
  payment: string | null;
  entryId: number;
  createdAt: Date;
};

/** The columns of every export of lines. */
function columnsOf<Row extends ExportedLine>(column: ColumnMakers<Row>) {
  const sumOf = (side: 'debit' | 'credit') => (row: Row) => (row.side === side ? row.amount : null);
  return {
    bookDay: column.day('День книги', (row) => row.bookDay),
    valueDate: column.day('Дата зачисления', (row) => row.valueDate),
    kind: column.text('Событие', (row) => LEDGER_EVENTS[shownLine(row).kind], 30),
    account: column.text('Счёт', (row) => accountWords(shownLine(row).account), 34),
    holder: column.text('Чей', (row) => row.holder, 34),
    debit: column.money('Дебет', sumOf('debit')),
    credit: column.money('Кредит', sumOf('credit')),
    against: column.text('Корр. счёт', (row) => shownLine(row).against.join(', '), 16),
    settlement: column.text('Соглашение', (row) => row.settlement, 16),
    payment: column.text('Платёж', (row) => row.payment, 16),
    entryId: column.number('№ проводки', (row) => row.entryId),
    createdAt: column.instant('Записано', (row) => row.createdAt),
  };
}

const accountWords = (account: ReturnType<typeof shownLine>['account']): string =>
  `${account} ${accountOf(account).label}`;

/** The lines of the list as a spreadsheet. */
export function exportLines(ctx: Ctx<Actor>, query: Input<typeof ledger.linesExcel>['query']): Promise<FileAnswer> {
  const found = findLines(ctx, query).select(lineColumns).select(bookDayOf('e').as('bookDay'));
  return exportSheet(ctx, {
    title: 'Проводки',
    rows: rowsToExport(found, 'l.id', lineOrders, query),
    query,
    columns: (column) => columnsOf(column),
  });
}

/** A line of the card of an account, with what the account had after it: debit less credit. */
interface CardLine {
  id: number;
  entryId: number;
  account: string;
  holderId: number;
  side: string;
  amount: number;
  bookDay: string;
  after: number;
}

/** The lines of the card of an account as a spreadsheet, each with the balance after it. @throws Refusal `object.absent`, `input.invalid` */
export async function exportAccount(
  ctx: Ctx<Actor>,
  query: Input<typeof ledger.accountExcel>['query'],
): Promise<FileAnswer> {
  const { from, to, ...place } = cardAsked(ctx, query.filter ?? {});
  const { account } = place;
  await holderOf(ctx.db, place);
  const before = addDays(from, -1);
  const opening = await balanceOn(ctx.db, place, before);
  const found = ctx.db
    .selectFrom(
      sql<CardLine>`(select l.id, l.entry_id, l.account, l.holder_id, l.side, l.amount, p.book_day,
        (${opening}::bigint + sum(${netOf('l')}) over (order by p.book_day, l.entry_id, l.id))::bigint as after
        from ${linesWithin(place, { after: before, to })})`.as('l'),
    )
    .innerJoin('ledgerEntries as e', 'e.id', 'l.entryId')
    .innerJoin('ledgerAccounts as a', 'a.code', 'l.account')
    .leftJoin('settlements as s', 's.id', 'e.settlementId')
    .select(lineColumns)
    .select(['l.bookDay', 'l.after']);
  return exportSheet(ctx, {
    title: `Карточка счёта ${account}`,
    rows: rowsToExport(found, 'l.id', accountOrders, query),
    query,
    columns: (column) => {
      const { account: _same, debit, credit, ...others } = columnsOf(column);
      const balance = column.money('Остаток', (row) => asGrown(account, row.after));
      return { ...others, debit, credit, balance };
    },
  });
}
