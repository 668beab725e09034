import { accountsBlocked } from '#server/modules/verification/verification.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { accountCareHandlers } from './account-care.ts';
import { authResources } from './auth.resource.ts';
import { accountHandlers, authHandlers } from './handlers.ts';
import { authLetters } from './letters.ts';
import { putOutAll } from './put-out.commands.ts';
import { tables } from './tables.ts';

export const authModule: ServerModule = {
  name: 'auth',
  tables,
  operations: [...authHandlers, ...accountHandlers, ...accountCareHandlers],
  resources: authResources,
  letters: authLetters,
  reactions: [reactTo(accountsBlocked, putOutAll)],
};
