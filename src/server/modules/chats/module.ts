import { placeChanged } from '#server/modules/employees/employees.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { chatResources } from './chats.resource.ts';
import { bringEvents } from './events.commands.ts';
import { chatHandlers } from './handlers.ts';
import { tables } from './tables.ts';
import { dueWaiting, endWaitingOf, sendWaiting } from './waiting.commands.ts';

export const chatsModule: ServerModule = {
  name: 'chats',
  tables,
  operations: chatHandlers,
  resources: chatResources,
  seed: bringEvents,
  systemOperations: { 'chats.waiting': 'Сообщение дождалось разрешённого часа' },
  reactions: [reactTo(placeChanged, endWaitingOf)],
  deadlines: [eachDue('chats.waiting', dueWaiting, sendWaiting)],
};
