import type { ServerModule } from '#server/platform/module.ts';
import { operatorHandlers } from './handlers.ts';
import { operatorResources } from './operators.resource.ts';
import { tables } from './tables.ts';

export const operatorsModule: ServerModule = {
  name: 'operators',
  tables,
  operations: operatorHandlers,
  resources: operatorResources,
};
