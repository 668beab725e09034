import type { ServerModule } from '#server/platform/module.ts';
import { savedViewHandlers } from './handlers.ts';
import { savedViewResources } from './saved-views.resource.ts';

export const savedViewsModule: ServerModule = {
  name: 'saved-views',
  operations: savedViewHandlers,
  resources: savedViewResources,
};
