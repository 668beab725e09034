import type { ServerModule } from '#server/platform/module.ts';
import { rateHandlers } from './handlers.ts';
import { approveRate, seedRates } from './rates.commands.ts';

export const ratesModule: ServerModule = {
  name: 'rates',
  operations: rateHandlers,
  approvals: { 'rate.keep': approveRate },
  seed: seedRates,
};
