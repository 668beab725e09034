import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { chatResources } from './chats.resource.ts';
import { bringEvents } from './events.commands.ts';
import { chatHandlers } from './handlers.ts';
import { tables } from './tables.ts';
import { dueWaiting, sendWaiting } from './waiting.commands.ts';

export const chatsModule: ServerModule = {
  name: 'chats',
  tables,
  operations: chatHandlers,
  resources: chatResources,
  seed: bringEvents,
  systemOperations: { 'chats.waiting': 'Сообщение дождалось разрешённого часа' },
  deadlines: [eachDue('chats.waiting', dueWaiting, sendWaiting)],
};
