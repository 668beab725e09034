import type { ServerModule } from '#server/platform/module.ts';
import { reconciliationHandlers } from './handlers.ts';
import { reconcileByClock, reconcilePastDays } from './nightly.commands.ts';
import { reconciliationResources } from './reconciliation.resource.ts';
import { tables } from './tables.ts';

export const reconciliationModule: ServerModule = {
  name: 'reconciliation',
  tables,
  operations: reconciliationHandlers,
  resources: reconciliationResources,
  tasks: { 'reconcile-day': reconcileByClock },
  systemOperations: { 'reconciliation.byClock': 'Ночная сверка с партнёром' },
  deadlines: [reconcilePastDays],
};
