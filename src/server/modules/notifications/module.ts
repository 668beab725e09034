import type { ServerModule } from '#server/platform/module.ts';
import { notificationHandlers } from './handlers.ts';
import { notificationResources } from './notifications.resource.ts';

export const notificationsModule: ServerModule = {
  name: 'notifications',
  operations: notificationHandlers,
  resources: notificationResources,
};
