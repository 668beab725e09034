import type { ServerModule } from '#server/platform/module.ts';
import { individualHandlers } from './handlers.ts';
import { individualResources } from './individuals.resource.ts';
import { tables } from './tables.ts';

export const individualsModule: ServerModule = {
  name: 'individuals',
  tables,
  operations: individualHandlers,
  resources: individualResources,
};
