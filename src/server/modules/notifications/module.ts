import type { ServerModule } from '#server/platform/module.ts';
import { notificationHandlers } from './handlers.ts';
import { notificationResources } from './notifications.resource.ts';
import { tables } from './tables.ts';

export const notificationsModule: ServerModule = {
  name: 'notifications',
  tables,
  operations: notificationHandlers,
  resources: notificationResources,
};
