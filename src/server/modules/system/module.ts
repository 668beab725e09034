import { hourly } from '#server/platform/jobs/interval.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { mailboxHandlers, systemHandlers } from './handlers.ts';
import { forgetBookkeeping, watchDisk } from './upkeep.commands.ts';

export const systemModule: ServerModule = {
  name: 'system',
  operations: [...systemHandlers, ...mailboxHandlers],
  systemOperations: { 'system.disk': 'Предупреждение о месте на диске' },
  background: [hourly('bookkeeping', forgetBookkeeping), hourly('disk', watchDisk)],
};
