import { pagePath } from '#contract/kernel/page-path.ts';
import { paymentApprovalRights } from '#contract/money/payments.ts';
import { agreementEnding } from '#server/modules/settlements/settlements.events.ts';
import { byParent, byPerson, moneyRecords, type TablesOfModule } from '#server/platform/database/tables.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { chargedFees } from './charged-fees.commands.ts';
import { paymentHandlers } from './handlers.ts';
import { askPayment, sendPayment } from './jobs.ts';
import { paymentLetters } from './letters.ts';
import { endStatements } from './outside.commands.ts';
import { paymentResources } from './payments.resource.ts';
import { askRefund } from './refunds/refund-jobs.ts';
import { beginRefund, closeRefund } from './refunds/refunds.commands.ts';
import { askAboutUnanswered } from './refunds/unanswered.commands.ts';

/** What the tables of the module hold, and what the audit calls it. */
const tables: TablesOfModule = {
  payments: {
    title: 'Платёж',
    holds: { free: 'comment', code: 'number channel status partner_id pay_url fail_reason stated_by reconciled_line' },
    person: { title: 'Платежи', of: byPerson, fate: 'blank' },
    words: {
      payer_account_id: 'Плательщик',
      pay_url: 'Страница оплаты',
      refunded_amount: 'Возвращено, коп.',
      stated_by: 'Кто сообщил',
    },
  },
  paymentAllocations: {
    title: 'Зачёт платежа',
    holds: {},
    person: { of: byParent('payment_id', 'payments'), fate: { keep: moneyRecords } },
  },
  refunds: {
    title: 'Возврат',
    holds: { free: 'reason fail_reason', code: 'status partner_id reconciled_line' },
    person: { title: 'Возвраты', of: byParent('payment_id', 'payments'), fate: 'blank' },
    words: {
      returned: 'Возвращено',
      expensed_on: 'Списано в расходы',
    },
  },
  refundAllocations: {
    title: 'Зачёт возврата',
    holds: {},
  },
  refundRequests: {
    title: 'Просьба о возврате',
    holds: { free: 'reason answer', code: 'status' },
    person: { title: 'Просьбы о возврате', of: byParent('payment_id', 'payments'), fate: 'blank' },
    words: {
      answer: 'Ответ',
    },
  },
};

export const paymentsModule: ServerModule = {
  name: 'payments',
  tables,
  operations: paymentHandlers,
  resources: paymentResources,
  letters: paymentLetters,
  tasks: { 'send-payment': sendPayment, 'ask-payment': askPayment, 'ask-refund': askRefund },
  systemOperations: {
    'payments.answer': 'Ответ партнёра о платеже',
    'payments.fees': 'Проверка вознаграждения за платежи',
    'payments.giveUp': 'Платёж без ответа партнёра',
    'refunds.answer': 'Ответ партнёра о возврате',
    'refunds.refused': 'Возврат, от которого партнёр отказался',
  },
  approvals: {
    'payment.refund': {
      title: 'Вернуть платёж',
      by: 'operators',
      about: {
        payments: { type: 'payment', card: (id) => pagePath('/dashboard/payments', { preview: id }) },
      },
      decides: paymentApprovalRights.refund,
      approved: beginRefund,
    },
    'payment.failRefund': {
      title: 'Закрыть возврат как не прошедший',
      by: 'operators',
      about: {
        payments: { type: 'payment', card: (id) => pagePath('/dashboard/payments', { preview: id }) },
      },
      decides: paymentApprovalRights.refund,
      approved: closeRefund,
    },
  },
  reactions: [reactTo(agreementEnding, endStatements)],
  deadlines: [askAboutUnanswered],
  subJobs: { 'charge-fees': [{ about: 'payments', each: chargedFees }] },
};
