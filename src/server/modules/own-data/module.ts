import type { ServerModule } from '#server/platform/module.ts';
import { ownDataHandlers } from './handlers.ts';

export const ownDataModule: ServerModule = {
  name: 'own-data',
  operations: ownDataHandlers,
};
