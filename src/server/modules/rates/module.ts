import type { ServerModule } from '#server/platform/module.ts';
import { rateHandlers } from './handlers.ts';
import { seedRates } from './rates.commands.ts';

export const ratesModule: ServerModule = {
  name: 'rates',
  operations: rateHandlers,
  seed: seedRates,
};
