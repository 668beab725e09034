import type { ServerModule } from '#server/platform/module.ts';
import { legalEntityHandlers } from './handlers.ts';
import { legalEntityResources } from './legal-entities.resource.ts';
import { tables } from './tables.ts';

export const legalEntitiesModule: ServerModule = {
  name: 'legal-entities',
  tables,
  operations: legalEntityHandlers,
  resources: legalEntityResources,
};
