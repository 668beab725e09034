import { pagePath } from '#contract/kernel/page-path.ts';
import { reconciliationApprovalRights } from '#contract/money/reconciliation.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { expenseByTwo } from './decide.ts';
import { reconciliationHandlers } from './handlers.ts';
import { reconcileByClock, reconcileClosed, reconcilePastDays, remindOfHeld } from './nightly.commands.ts';
import { reconciliationResources } from './reconciliation.resource.ts';
import { tables } from './tables.ts';

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
      about: { differences: { type: 'difference', card: (id) => pagePath('/reconciliation', { preview: id }) } },
      decides: reconciliationApprovalRights.expense,
      approved: expenseByTwo,
    },
  },
  deadlines: [reconcilePastDays],
  subJobs: { 'reconcile-payments': [{ whole: reconcileClosed }], 'allocate-unmatched': [{ whole: remindOfHeld }] },
};
