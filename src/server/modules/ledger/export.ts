import type { Input } from '#contract/kernel/op.ts';
import type { ledger } from '#contract/money/ledger.ts';
import { LEDGER_EVENTS } from '#domain/money/ledger.ts';
import { accountOf } from '#domain/money/ledger-accounts.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { chosenRows } from '#server/platform/export/export-columns.ts';
import { bookDayOf } from './book-days.queries.ts';
import { findLines, lineColumns, lineOrders, shownLine } from './lines.ts';

/** The lines of the list as a spreadsheet. */
export function exportLines(ctx: Ctx<Actor>, query: Input<typeof ledger.linesExcel>['query']): Promise<FileAnswer> {
  const found = findLines(ctx, query).select(lineColumns).select(bookDayOf('e').as('bookDay'));
  type Line = ReturnType<typeof shownLine<Awaited<ReturnType<(typeof found)['execute']>>[number]>>;
  type Row = Parameters<typeof shownLine>[0] & Awaited<ReturnType<(typeof found)['execute']>>[number];
  const of =
    <T>(value: (line: Line) => T) =>
    (row: Row): T =>
      value(shownLine(row));
  const sumOf = (side: Line['side']) => of((line) => (line.side === side ? line.amount : null));
  return exportSheet(ctx, {
    title: 'Проводки',
    rows: chosenRows(found, 'l.id', lineOrders, query),
    query,
    columns: (column) => ({
      bookDay: column.day('День книги', (row) => row.bookDay),
      valueDate: column.day('Дата зачисления', (row) => row.valueDate),
      kind: column.text(
        'Событие',
        of(({ kind }) => LEDGER_EVENTS[kind]),
        30,
      ),
      account: column.text(
        'Счёт',
        of(({ account }) => `${account} ${accountOf(account).label}`),
        34,
      ),
      holder: column.text('Чей', (row) => row.holder, 34),
      debit: column.money('Дебет', sumOf('debit')),
      credit: column.money('Кредит', sumOf('credit')),
      against: column.text(
        'Корр. счёт',
        of(({ against }) => against.join(', ')),
        16,
      ),
      settlement: column.text('Соглашение', (row) => row.settlement, 16),
      payment: column.text('Платёж', (row) => row.payment, 16),
      entryId: column.number('№ проводки', (row) => row.entryId),
      createdAt: column.instant('Записано', (row) => row.createdAt),
    }),
  });
}
