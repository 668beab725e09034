import type { ServerModule } from '#server/platform/module.ts';
import { individualHandlers } from './handlers.ts';
import { individualResources } from './individuals.resource.ts';

export const individualsModule: ServerModule = {
  name: 'individuals',
  operations: individualHandlers,
  resources: individualResources,
};
