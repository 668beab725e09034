import type { ServerModule } from '#server/platform/module.ts';
import { chatResources } from './chats.resource.ts';
import { bringEvents } from './events.commands.ts';
import { chatHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const chatsModule: ServerModule = {
  name: 'chats',
  tables,
  operations: chatHandlers,
  resources: chatResources,
  seed: bringEvents,
};
