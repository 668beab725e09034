import type { ServerModule } from '#server/platform/module.ts';
import { reconciliationHandlers } from './handlers.ts';
import { reconcileByClock, reconcileYesterday } from './nightly.commands.ts';
import { reconciliationResources } from './reconciliation.resource.ts';

export const reconciliationModule: ServerModule = {
  name: 'reconciliation',
  operations: reconciliationHandlers,
  resources: reconciliationResources,
  tasks: { 'reconcile-day': reconcileByClock },
  systemOperations: { 'reconciliation.byClock': 'Ночная сверка с партнёром' },
  deadlines: [reconcileYesterday],
};
