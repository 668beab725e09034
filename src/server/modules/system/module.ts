import { hourly } from '#server/platform/jobs/every.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { mailboxHandlers, systemHandlers } from './handlers.ts';
import { forgetBookkeeping, watchDisk } from './upkeep.acts.ts';

export const systemModule: ServerModule = {
  name: 'system',
  operations: [...systemHandlers, ...mailboxHandlers],
  background: [hourly('bookkeeping', forgetBookkeeping), hourly('disk', watchDisk)],
};
