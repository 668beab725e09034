import type { Input } from '#contract/kernel/op.ts';
import type { payments } from '#contract/payments.ts';
import { PAYMENT_CHANNELS, type PaymentChannel, type PaymentStatus, payment } from '#domain/payment.ts';
import type { Actor, Ctx, FileAnswer } from '#server/platform/ctx.ts';
import { exportSheet } from '#server/platform/export.ts';
import { inOrder } from '#server/platform/list.ts';
import { findPayments, paymentColumns, paymentOrders } from './rows.ts';

/** The payments of the list as a spreadsheet: the same rows in the same order. */
export function exportPayments(
  ctx: Ctx<Actor>,
  query: Input<typeof payments.exportExcel>['query'],
): Promise<FileAnswer> {
  const found = findPayments(ctx, query);
  const chosen = query.ids ? found.where('p.id', 'in', query.ids) : found;
  return exportSheet(ctx, {
    title: 'Платежи',
    rows: inOrder(chosen.select(paymentColumns), paymentOrders, query.sort),
    query,
    columns: {
      number: { title: 'Номер', width: 16, kind: 'text', value: (row) => row.number },
      createdAt: { title: 'Создан', width: 18, kind: 'instant', value: (row) => row.createdAt },
      settlement: { title: 'Соглашение', width: 16, kind: 'text', value: (row) => row.settlement },
      debtor: { title: 'Плательщик', width: 34, kind: 'text', value: (row) => row.debtor },
      creditor: { title: 'Кредитор', width: 34, kind: 'text', value: (row) => row.creditor },
      amount: { title: 'Сумма', width: 16, kind: 'money', value: (row) => row.amount },
      feeAmount: { title: 'Вознаграждение', width: 16, kind: 'money', value: (row) => row.feeAmount },
      overpaid: { title: 'Переплата', width: 14, kind: 'money', value: (row) => row.overpaid },
      refundedAmount: { title: 'Возвращено', width: 14, kind: 'money', value: (row) => row.refundedAmount },
      channel: {
        title: 'Канал',
        width: 18,
        kind: 'text',
        value: (row) => PAYMENT_CHANNELS[row.channel as PaymentChannel],
      },
      status: { title: 'Статус', width: 20, kind: 'text', value: (row) => payment.label(row.status as PaymentStatus) },
      valueDate: { title: 'Дата зачисления', width: 14, kind: 'day', value: (row) => row.valueDate },
      reconciledAt: { title: 'Сверен', width: 18, kind: 'instant', value: (row) => row.reconciledAt },
    },
  });
}
