import type { ServerModule } from '#server/platform/module.ts';
import { settingHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const settingsModule: ServerModule = {
  name: 'settings',
  tables,
  operations: settingHandlers,
};
