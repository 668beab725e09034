import type { ServerModule } from '#server/platform/module.ts';
import { featureFlagHandlers } from './handlers.ts';

export const featureFlagsModule: ServerModule = {
  name: 'feature-flags',
  operations: featureFlagHandlers,
};
