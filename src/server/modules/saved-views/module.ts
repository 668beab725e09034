import type { ServerModule } from '#server/platform/module.ts';
import { savedViewHandlers } from './handlers.ts';
import { savedViewResources } from './saved-views.resource.ts';
import { tables } from './tables.ts';

export const savedViewsModule: ServerModule = {
  name: 'saved-views',
  tables,
  operations: savedViewHandlers,
  resources: savedViewResources,
};
