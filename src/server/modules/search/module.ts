import type { ServerModule } from '#server/platform/module.ts';
import { searchHandlers } from './handlers.ts';

export const searchModule: ServerModule = {
  name: 'search',
  operations: searchHandlers,
};
