import { agreementEnding } from '#server/modules/settlements/settlements.events.ts';
import { on } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { paymentHandlers } from './handlers.ts';
import { askPayment, sendPayment } from './jobs.ts';
import { paymentLetters } from './letters.ts';
import { endStatements } from './outside.commands.ts';
import { paymentResources } from './payments.resource.ts';
import { askRefund } from './refund-jobs.ts';
import { beginRefund } from './refunds.commands.ts';
import { askAboutUnanswered } from './unanswered.commands.ts';

export const paymentsModule: ServerModule = {
  name: 'payments',
  operations: paymentHandlers,
  resources: paymentResources,
  letters: paymentLetters,
  tasks: { 'send-payment': sendPayment, 'ask-payment': askPayment, 'ask-refund': askRefund },
  systemOperations: {
    'payments.answer': 'Ответ партнёра о платеже',
    'payments.giveUp': 'Платёж без ответа партнёра',
    'refunds.answer': 'Ответ партнёра о возврате',
    'refunds.refused': 'Возврат, от которого партнёр отказался',
  },
  approvals: { 'payment.refund': beginRefund },
  reactions: [on(agreementEnding, endStatements)],
  deadlines: [askAboutUnanswered],
};
