import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements.ts';
import { PLAN_LABELS, type PlanKind } from '#domain/plan.ts';
import { CLOSE_REASONS, type CloseReason, type SettlementStatus, settlement } from '#domain/settlement.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export.ts';
import { inOrder } from '#server/platform/list.ts';
import { findSettlements, rowColumns, settlementOrders } from './rows.ts';

/** The settlements of the list as a spreadsheet: the same rows in the same order. */
export function exportSettlements(
  ctx: Ctx<Actor>,
  query: Input<typeof settlements.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findSettlements(ctx, {}, query);
  const chosen = query.ids ? found.where('s.id', 'in', query.ids) : found;
  return exportSheet(ctx, {
    title: 'Урегулирования',
    rows: inOrder(chosen.select(rowColumns), settlementOrders, query.sort),
    query,
    columns: {
      number: { title: 'Номер', width: 16, kind: 'text', value: (row) => row.number },
      debtor: { title: 'Заёмщик', width: 34, kind: 'text', value: (row) => row.debtor },
      creditor: { title: 'Кредитор', width: 34, kind: 'text', value: (row) => row.creditor },
      contractNumber: { title: 'Договор', width: 18, kind: 'text', value: (row) => row.contractNumber },
      debtTotal: { title: 'Долг', width: 16, kind: 'money', value: (row) => row.debtTotal },
      agreedAmount: { title: 'Согласовано', width: 16, kind: 'money', value: (row) => row.agreedAmount },
      discountAmount: { title: 'Скидка', width: 16, kind: 'money', value: (row) => row.discountAmount },
      planKind: {
        title: 'График',
        width: 22,
        kind: 'text',
        value: (row) => row.planKind && PLAN_LABELS[row.planKind as PlanKind],
      },
      payments: { title: 'Платежей', width: 10, kind: 'number', value: (row) => row.payments },
      status: {
        title: 'Статус',
        width: 20,
        kind: 'text',
        value: (row) => settlement.label(row.status as SettlementStatus),
      },
      closeReason: {
        title: 'Чем кончилось',
        width: 24,
        kind: 'text',
        value: (row) => row.closeReason && CLOSE_REASONS[row.closeReason as CloseReason],
      },
      signedAt: { title: 'Подписано', width: 18, kind: 'instant', value: (row) => row.signedAt },
      createdAt: { title: 'Создано', width: 18, kind: 'instant', value: (row) => row.createdAt },
    },
  });
}
