import type { Input } from '#contract/kernel/op.ts';
import type { allRequests } from '#contract/requests.ts';
import type { Side } from '#domain/machine.ts';
import { type RequestStatus, request } from '#domain/request.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export.ts';
import { inOrder } from '#server/platform/list.ts';
import { findRequests, requestOrders, requestRow, rowColumns, type Where } from './cases.ts';

/** The requests of a list as a spreadsheet: the same rows in the same order, masked alike. */
export function exportRequests(
  ctx: Ctx<Actor>,
  where: Where,
  query: Input<typeof allRequests.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findRequests(ctx, where, query);
  const chosen = query.ids ? found.where('q.id', 'in', query.ids) : found;
  return exportSheet(ctx, {
    title: 'Заявки',
    rows: inOrder(chosen.select(rowColumns), requestOrders, query.sort),
    query,
    columns: {
      number: { title: 'Номер', width: 12, kind: 'text', value: (row) => row.number },
      debtor: { title: 'Заявитель', width: 34, kind: 'text', value: (row) => row.debtor },
      debtorInn: { title: 'ИНН заявителя', width: 16, kind: 'text', value: (row) => requestRow(ctx, row).debtorInn },
      creditorName: { title: 'Кредитор', width: 34, kind: 'text', value: (row) => row.creditorName },
      creditorInn: { title: 'ИНН кредитора', width: 16, kind: 'text', value: (row) => row.creditorInn },
      contractNumber: { title: 'Договор', width: 18, kind: 'text', value: (row) => row.contractNumber },
      contractDate: { title: 'Дата договора', width: 14, kind: 'day', value: (row) => row.contractDate },
      claimedDebt: { title: 'Долг по заявке', width: 16, kind: 'money', value: (row) => row.claimedDebt },
      entryTotal: { title: 'Долг по реестру', width: 16, kind: 'money', value: (row) => row.entryTotal },
      desiredAmount: { title: 'Желаемая сумма', width: 16, kind: 'money', value: (row) => row.desiredAmount },
      status: {
        title: 'Статус',
        width: 20,
        kind: 'text',
        value: (row) => request.label(row.status as RequestStatus, row.startedBy as Side),
      },
      answerBy: { title: 'Ответить до', width: 14, kind: 'day', value: (row) => row.answerBy },
      createdAt: { title: 'Создано', width: 18, kind: 'instant', value: (row) => row.createdAt },
    },
  });
}
