import type { Input } from '#contract/kernel/op.ts';
import type { payments } from '#contract/money/payments.ts';
import { PAYMENT_CHANNELS, type PaymentChannel, type PaymentStatus, paymentMachine } from '#domain/money/payment.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export/export.ts';
import { rowsToExport } from '#server/platform/export/export-columns.ts';
import { findPayments, paymentColumns, paymentOrders } from './rows.ts';

/** The payments of the list as a spreadsheet: the same rows in the same order. */
export function exportPayments(
  ctx: Ctx<Actor>,
  query: Input<typeof payments.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findPayments(ctx, query);
  return exportSheet(ctx, {
    title: 'Платежи',
    rows: rowsToExport(found.select(paymentColumns), 'p.id', paymentOrders, query),
    query,
    columns: (column) => ({
      number: column.text('Номер', (row) => row.number, 16),
      createdAt: column.instant('Создан', (row) => row.createdAt),
      settlement: column.text('Соглашение', (row) => row.settlement, 16),
      debtor: column.text('Плательщик', (row) => row.debtor, 34),
      creditor: column.text('Кредитор', (row) => row.creditor, 34),
      amount: column.money('Сумма', (row) => row.amount),
      feeAmount: column.money('Вознаграждение', (row) => row.feeAmount),
      overpaid: column.money('Переплата', (row) => row.overpaid, 14),
      refundedAmount: column.money('Возвращено', (row) => row.refundedAmount, 14),
      channel: column.text('Канал', (row) => PAYMENT_CHANNELS[row.channel as PaymentChannel], 18),
      status: column.text('Статус', (row) => paymentMachine.label(row.status as PaymentStatus)),
      valueDate: column.day('Дата зачисления', (row) => row.valueDate),
      reconciledAt: column.instant('Сверен', (row) => row.reconciledAt),
    }),
  });
}
