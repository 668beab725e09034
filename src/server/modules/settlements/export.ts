import type { Input } from '#contract/kernel/op.ts';
import type { settlements } from '#contract/settlements/settlements.ts';
import { PLAN_LABELS, type PlanKind } from '#domain/settlements/plan.ts';
import {
  CLOSE_REASONS,
  type CloseReason,
  type SettlementStatus,
  settlementShown,
} from '#domain/settlements/settlement.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { column, rowsToExport } from '#server/platform/export/export-columns.ts';
import { daysLate, findSettlements, overdueSum, rowColumns, settlementOrders } from './rows.ts';

/** What every sheet of settlements says: between whom, about how much, and the end. */
export const sideColumns = {
  debtor: column.text('Заёмщик', (row: { debtor: string }) => row.debtor, 34),
  creditor: column.text('Кредитор', (row: { creditor: string }) => row.creditor, 34),
};
export const sumColumns = {
  debtTotal: column.money('Долг', (row: { debtTotal: number }) => row.debtTotal),
  agreedAmount: column.money('Согласовано', (row: { agreedAmount: number | null }) => row.agreedAmount),
  discountAmount: column.money('Скидка', (row: { discountAmount: number | null }) => row.discountAmount),
};
export const endColumn = column.text(
  'Чем кончилось',
  (row: { closeReason: string | null }) => row.closeReason && CLOSE_REASONS[row.closeReason as CloseReason],
  24,
);

/** As the list calls it; how a closed one ended has a column of its own. */
const statusWords = (row: { status: string; standsStill: boolean; isLate: boolean }): string =>
  settlementShown(row.status as SettlementStatus, null, row).label;

/** The settlements of the list as a spreadsheet: the same rows in the same order. */
export function exportSettlements(
  ctx: Ctx<Actor>,
  query: Input<typeof settlements.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findSettlements(ctx, query, {});
  return exportSheet(ctx, {
    title: 'Урегулирования',
    rows: rowsToExport(found.select(rowColumns).select(overdueSum(ctx.day)), 's.id', settlementOrders, query),
    query,
    columns: (column) => ({
      number: column.text('Номер', (row) => row.number, 16),
      ...sideColumns,
      contractNumber: column.text('Договор', (row) => row.contractNumber, 18),
      ...sumColumns,
      paidAmount: column.money('Оплачено', (row) => row.paidAmount),
      planKind: column.text('График', (row) => row.planKind && PLAN_LABELS[row.planKind as PlanKind], 22),
      payments: column.number('Платежей', (row) => row.payments, 10),
      nextDueDate: column.day('Срок платежа', (row) => row.nextDueDate),
      daysLate: column.number('Дней просрочки', (row) => daysLate(ctx, row)),
      overdueSum: column.money('Просрочено', (row) => (daysLate(ctx, row) > 0 ? row.overdueSum : 0)),
      status: column.text('Статус', (row) => statusWords({ ...row, isLate: daysLate(ctx, row) > 0 })),
      closeReason: endColumn,
      signedAt: column.instant('Подписано', (row) => row.signedAt),
      createdAt: column.instant('Создано', (row) => row.createdAt),
      priceProblem: column.text('Цена и закон', (row) => row.priceProblem, 60),
    }),
  });
}
