import { pagePath } from '#contract/kernel/page-path.ts';
import { paymentApprovalRights, payments } from '#contract/money/payments.ts';
import { payoutApprovalRights, payouts } from '#contract/money/payouts.ts';
import { autopaymentConsentWithdrawn } from '#server/modules/consents/consents.events.ts';
import { agreementEnding } from '#server/modules/settlements/settlements.events.ts';
import { behindCompanyOf } from '#server/platform/auth/accounts-behind.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { announceAttempts } from './autopayments/announcing.commands.ts';
import { askAboutBindings, askBinding } from './autopayments/binding-jobs.ts';
import { byOneClock } from './autopayments/by-one-clock.ts';
import { makeAttempts } from './autopayments/charging.commands.ts';
import { tellOfHanging, warnOfDoubted } from './autopayments/doubted.commands.ts';
import { autopaymentHandlers } from './autopayments/handlers.ts';
import { finishAttempts } from './autopayments/outcomes.commands.ts';
import { planAttempts } from './autopayments/planning.commands.ts';
import { endAutopayments, switchOffAll, switchOffWithAgreement } from './autopayments/switching.commands.ts';
import { chargedFees } from './charged-fees.commands.ts';
import { paymentHandlers } from './handlers.ts';
import { askPayment, sendPayment } from './jobs.ts';
import { paymentLetters } from './letters.ts';
import { endStatements } from './outside.commands.ts';
import { behindPayment } from './payments.queries.ts';
import { paymentResources } from './payments.resource.ts';
import { payoutHandlers } from './payouts/handlers.ts';
import { payCreditors, remindOfUnfinished } from './payouts/pay-creditors.ts';
import { closePayout, dropPayout, orderPayout } from './payouts/payout-decisions.commands.ts';
import { askPayout } from './payouts/payout-jobs.ts';
import { askRefund } from './refunds/refund-jobs.ts';
import { beginRefund, closeRefund } from './refunds/refunds.commands.ts';
import { tables } from './tables.ts';
import { askAboutUnanswered } from './unanswered.commands.ts';

export const paymentsModule: ServerModule = {
  name: 'payments',
  tables,
  operations: [...paymentHandlers, ...payoutHandlers, ...autopaymentHandlers],
  resources: paymentResources,
  letters: paymentLetters,
  tasks: {
    'send-payment': sendPayment,
    'ask-payment': askPayment,
    'ask-refund': askRefund,
    'ask-payout': askPayout,
    'ask-autopayment': askBinding,
  },
  systemOperations: {
    'payments.answer': 'Ответ партнёра о платеже',
    'payments.fees': 'Проверка вознаграждения за платежи',
    'payments.giveUp': 'Платёж без ответа партнёра',
    'refunds.answer': 'Ответ партнёра о возврате',
    'payouts.close': 'Выплаты при закрытии дня',
    'payouts.remind': 'Напоминание о выплатах, которые не закончены',
    'payouts.send': 'Передача выплаты партнёру',
    'payouts.answer': 'Ответ партнёра о выплате',
    'payouts.failed': 'Выплата, которая не прошла',
    'refunds.refused': 'Возврат, от которого партнёр отказался',
    'autopayments.answer': 'Ответ партнёра о привязке',
    'autopayments.release': 'Снятие привязки у партнёра',
    'autopayments.plan': 'План автоплатежей',
    'autopayments.announce': 'Предупреждение об автоплатеже',
    'autopayments.charge': 'Автоплатёж',
    'autopayments.send': 'Передача автоплатежа партнёру',
    'autopayments.warn': 'Списание по автоплатежу не подтвердилось',
    'autopayments.hanging': 'Списание по автоплатежу не закончено',
    'autopayments.finish': 'Итог автоплатежа',
    'autopayments.end': 'Конец автоплатежа с соглашением',
  },
  approvals: {
    'payment.refund': {
      title: 'Вернуть платёж',
      by: 'operators',
      proposes: [payments.refund],
      about: {
        payments: {
          type: 'payment',
          card: (id) => pagePath('/dashboard/payments', { preview: id }),
          behind: behindPayment,
        },
      },
      decides: paymentApprovalRights.refund,
      approved: beginRefund,
    },
    'payment.failRefund': {
      title: 'Закрыть возврат как не прошедший',
      by: 'operators',
      proposes: [payments.failRefund],
      about: {
        payments: {
          type: 'payment',
          card: (id) => pagePath('/dashboard/payments', { preview: id }),
          behind: behindPayment,
        },
      },
      decides: paymentApprovalRights.refund,
      approved: closeRefund,
    },
    'payout.order': {
      title: 'Выплатить кредитору',
      by: 'operators',
      proposes: [payouts.propose],
      about: {
        payouts: {
          type: 'payout',
          card: (id) => pagePath('/dashboard/payouts', { preview: id }),
          behind: behindCompanyOf('payouts'),
        },
      },
      decides: payoutApprovalRights.payout,
      approved: orderPayout,
      refused: dropPayout,
    },
    'payout.fail': {
      title: 'Закрыть выплату как не прошедшую',
      by: 'operators',
      proposes: [payouts.fail],
      about: {
        payouts: {
          type: 'payout',
          card: (id) => pagePath('/dashboard/payouts', { preview: id }),
          behind: behindCompanyOf('payouts'),
        },
      },
      decides: payoutApprovalRights.payout,
      approved: closePayout,
    },
  },
  reactions: [
    reactTo(agreementEnding, endStatements),
    reactTo(agreementEnding, switchOffWithAgreement),
    reactTo(autopaymentConsentWithdrawn, switchOffAll),
  ],
  deadlines: [
    askAboutUnanswered,
    askAboutBindings,
    endAutopayments,
    ...[warnOfDoubted, finishAttempts, planAttempts, announceAttempts, makeAttempts, tellOfHanging].map(byOneClock),
  ],
  subJobs: {
    'mark-due': [{ about: 'autopayments', each: planAttempts }],
    'charge-fees': [{ about: 'payments', each: chargedFees }],
    'payout-creditors': [
      { about: 'legalEntities', each: payCreditors },
      { about: 'payouts', each: remindOfUnfinished },
    ],
  },
};
