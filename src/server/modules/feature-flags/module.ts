import type { ServerModule } from '#server/platform/module.ts';
import { featureFlagHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const featureFlagsModule: ServerModule = {
  name: 'feature-flags',
  tables,
  operations: featureFlagHandlers,
};
