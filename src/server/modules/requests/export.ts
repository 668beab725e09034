import type { Input } from '#contract/kernel/op.ts';
import type { allRequests } from '#contract/settlements/requests.ts';
import { requestShown } from '#domain/negotiation/request.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { findRequests, requestOrders, requestRow, rowColumns, type Where } from './request-rows.ts';

/** The requests of a list as a spreadsheet: the same rows in the same order, masked alike. */
export function exportRequests(
  ctx: Ctx<Actor>,
  where: Where,
  query: Input<typeof allRequests.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findRequests(ctx, query, where);
  return exportSheet(ctx, {
    title: 'Заявки',
    rows: rowsToExport(found.select(rowColumns), 'q.id', requestOrders, query),
    query,
    columns: (column) => ({
      number: column.text('Номер', (row) => row.number, 12),
      debtor: column.text('Заявитель', (row) => row.debtor, 34),
      debtorInn: column.text('ИНН заявителя', (row) => requestRow(ctx, row).debtorInn, 16),
      creditorName: column.text('Кредитор', (row) => row.creditorName, 34),
      creditorInn: column.text('ИНН кредитора', (row) => row.creditorInn, 16),
      contractNumber: column.text('Договор', (row) => row.contractNumber, 18),
      contractDate: column.day('Дата договора', (row) => row.contractDate),
      claimedDebt: column.money('Долг по заявке', (row) => row.claimedDebt),
      entryTotal: column.money('Долг по реестру', (row) => row.entryTotal),
      desiredAmount: column.money('Желаемая сумма', (row) => row.desiredAmount),
      status: column.text('Статус', (row) => requestShown(requestRow(ctx, row)).label),
      answerBy: column.day('Ответить до', (row) => row.answerBy),
      createdAt: column.instant('Создано', (row) => row.createdAt),
    }),
  });
}
