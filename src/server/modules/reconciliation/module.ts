import type { ServerModule } from '#server/platform/module.ts';
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
  deadlines: [reconcilePastDays],
  subJobs: { 'reconcile-payments': [{ whole: reconcileClosed }], 'allocate-unmatched': [{ whole: remindOfHeld }] },
};
