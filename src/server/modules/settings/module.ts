import type { ServerModule } from '#server/platform/module.ts';
import { settingHandlers } from './handlers.ts';

export const settingsModule: ServerModule = {
  name: 'settings',
  operations: settingHandlers,
};
