import type { ServerModule } from '#server/platform/module.ts';
import { rateHandlers } from './handlers.ts';
import { approveRates, seedRates } from './rates.commands.ts';
import { tables } from './tables.ts';

export const ratesModule: ServerModule = {
  name: 'rates',
  tables,
  operations: rateHandlers,
  approvals: { 'rate.keep': approveRates },
  seed: seedRates,
};
