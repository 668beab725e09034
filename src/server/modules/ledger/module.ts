import type { ServerModule } from '#server/platform/module.ts';
import { ledgerHandlers } from './handlers.ts';

export const ledgerModule: ServerModule = {
  name: 'ledger',
  operations: ledgerHandlers,
};
