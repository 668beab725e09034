import type { ServerModule } from '#server/platform/module.ts';
import { operatorHandlers } from './handlers.ts';
import { operatorResources } from './operators.resource.ts';

export const operatorsModule: ServerModule = {
  name: 'operators',
  operations: operatorHandlers,
  resources: operatorResources,
};
