import { type SqlBool, sql } from 'kysely';
import type { Input } from '#contract/kernel/op.ts';
import type { invoices } from '#contract/money/invoices.ts';
import { type InvoiceStatus, invoiceMachine } from '#domain/money/invoice.ts';
import { kopecks } from '#domain/values/money.ts';
import { monthOf } from '#domain/values/months.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { textHolds } from '#server/platform/list/conditions.ts';
import { defineList } from '#server/platform/list/define-list.ts';

type ListFilter = Pick<Input<typeof invoices.list>['query'], 'filter' | 'q'>;

const creditor = sql<string>`(select le.short_name from legal_entities le where le.id = v.legal_entity_id)`;
/** What is asked for still. */
const open = sql<number>`case when v.status = 'cancelled' then 0 else v.amount - v.paid end`;
const isOverdue = (day: string) => sql<boolean>`(v.status = 'issued' and v.due_date < ${day})`;

/** The invoices within reach as searched and filtered. */
export function findInvoices(ctx: Ctx, { filter, q }: ListFilter) {
  let rows = ctx.db.selectFrom('invoices as v').where(ctx.within('invoice', 'v'));
  if (filter?.status) rows = rows.where('v.status', 'in', filter.status);
  if (filter?.legalEntityId !== undefined) rows = rows.where('v.legalEntityId', '=', filter.legalEntityId);
  if (filter?.month !== undefined) rows = rows.where('v.month', '=', monthOf(filter.month));
  if (filter?.isOverdue !== undefined) rows = rows.where(sql<SqlBool>`${isOverdue(ctx.day)} = ${filter.isOverdue}`);
  return q ? rows.where(textHolds(sql`concat_ws(' ', v.number, ${creditor})`, q)) : rows;
}

export const invoiceColumns = (ctx: Ctx) =>
  [
    'v.id',
    'v.number',
    'v.legalEntityId',
    creditor.as('creditor'),
    'v.month',
    'v.issuedOn',
    'v.dueDate',
    'v.amount',
    'v.vat',
    'v.corrected',
    'v.paid',
    open.as('open'),
    'v.status',
    isOverdue(ctx.day).as('isOverdue'),
    'v.createdAt',
  ] as const;

export const invoiceOrders = { issuedOn: { columns: ['v.issuedOn', 'v.id'], direction: -1 } } as const;

/** The column of choices is held to them by the database. */
export const shownInvoice = <Row extends { status: string }>(row: Row) => ({
  ...row,
  status: row.status as InvoiceStatus,
});

export const invoiceList = defineList({
  rows: findInvoices,
  columns: (rows, ctx) => rows.select(invoiceColumns(ctx)),
  orders: invoiceOrders,
  shown: (row) => shownInvoice(row),
  states: { filter: 'status', of: invoiceMachine.statuses, by: 'v.status' },
});

/** The invoices of the list as a spreadsheet: the same rows in the same order. */
export const exportInvoices = (
  ctx: Ctx<Actor>,
  query: Input<typeof invoices.exportExcel>['query'],
): Promise<FileAnswer> =>
  exportSheet(ctx, {
    title: 'Счета',
    rows: rowsToExport(findInvoices(ctx, query).select(invoiceColumns(ctx)), 'v.id', invoiceOrders, query),
    query,
    columns: (column) => ({
      number: column.text('Номер', (row) => row.number, 16),
      creditor: column.text('Плательщик', (row) => row.creditor, 34),
      month: column.text('Месяц', (row) => `${row.month.slice(5, 7)}.${row.month.slice(0, 4)}`, 10),
      issuedOn: column.day('Дата', (row) => row.issuedOn),
      dueDate: column.day('Оплатить по', (row) => row.dueDate),
      amount: column.money('Сумма', (row) => row.amount),
      vat: column.money('В том числе НДС', (row) => row.vat),
      corrected: column.money('Исправлено', (row) => row.corrected),
      paid: column.money('Оплачено и зачтено', (row) => row.paid),
      open: column.money('Осталось', (row) => kopecks(row.open)),
      status: column.text('Состояние', (row) => invoiceMachine.label(row.status as InvoiceStatus)),
    }),
  });
