import { hourly } from '#server/platform/jobs/interval.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { mailboxHandlers, systemHandlers } from './handlers.ts';
import { forgetBookkeeping, watchDisk } from './upkeep.commands.ts';

export const systemModule: ServerModule = {
  name: 'system',
  operations: [...systemHandlers, ...mailboxHandlers],
  systemOperations: { 'system.disk': 'Предупреждение о месте на диске' },
  subJobs: {
    'expire-tokens': [
      {
        whole: async (app) => {
          const taken = await forgetBookkeeping(app);
          return { processed: taken, changed: taken };
        },
      },
    ],
  },
  background: [hourly('bookkeeping', forgetBookkeeping), hourly('disk', (app) => watchDisk(app))],
};
