import { pagePath } from '#contract/kernel/page-path.ts';
import { invoiceApprovalRights } from '#contract/money/invoices.ts';
import { reconciliation, reconciliationApprovalRights } from '#contract/money/reconciliation.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { behindDifference } from './behind-difference.ts';
import { expenseByTwo, invoiceByTwo, restByTwo } from './decide.ts';
import { reconciliationHandlers } from './handlers.ts';
import { reconcileByClock, reconcileClosed, reconcilePastDays, remindOfHeld } from './nightly.commands.ts';
import { reconciliationResources } from './reconciliation.resource.ts';
import { separateByTwo } from './separate.ts';
import { tables } from './tables.ts';

const differences = {
  type: 'difference',
  card: (id: number) => pagePath('/reconciliation', { preview: id }),
  behind: behindDifference,
};

export const reconciliationModule: ServerModule = {
  name: 'reconciliation',
  tables,
  operations: reconciliationHandlers,
  resources: reconciliationResources,
  tasks: { 'reconcile-day': reconcileByClock },
  systemOperations: {
    'reconciliation.byClock': 'Ночная сверка с партнёром',
    'reconciliation.held': 'Невыясненные поступления ждут',
  },
  approvals: {
    'difference.expense': {
      title: 'Списать в расходы',
      by: 'operators',
      proposes: [reconciliation.decide],
      about: { differences },
      decides: reconciliationApprovalRights.expense,
      approved: expenseByTwo,
    },
    'difference.invoice': {
      title: 'Зачесть поступление в счёт',
      by: 'operators',
      proposes: [reconciliation.decide],
      about: { differences },
      decides: invoiceApprovalRights.invoice,
      approved: invoiceByTwo,
    },
    'difference.rest': {
      title: 'Учесть разницу исправленной строки выписки',
      by: 'operators',
      proposes: [reconciliation.decide],
      about: { differences },
      decides: reconciliationApprovalRights.expense,
      approved: restByTwo,
    },
    'difference.separate': {
      title: 'Разделить строки выписки, принятые за одну',
      by: 'operators',
      proposes: [reconciliation.separate],
      about: { differences },
      decides: reconciliationApprovalRights.expense,
      approved: separateByTwo,
    },
  },
  deadlines: [reconcilePastDays],
  subJobs: { 'reconcile-payments': [{ whole: reconcileClosed }], 'allocate-unmatched': [{ whole: remindOfHeld }] },
};
