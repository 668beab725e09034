import type { ServerModule } from '#server/platform/module.ts';
import { debugHandlers } from './handlers.ts';

export const debugModule: ServerModule = {
  name: 'debug',
  operations: debugHandlers,
};
