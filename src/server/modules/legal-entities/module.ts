import type { ServerModule } from '#server/platform/module.ts';
import { legalEntityHandlers } from './handlers.ts';
import { legalEntityResources } from './legal-entities.resource.ts';

export const legalEntitiesModule: ServerModule = {
  name: 'legal-entities',
  operations: legalEntityHandlers,
  resources: legalEntityResources,
};
