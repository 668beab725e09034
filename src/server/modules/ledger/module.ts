import type { ServerModule } from '#server/platform/module.ts';
import { ledgerHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const ledgerModule: ServerModule = {
  name: 'ledger',
  tables,
  operations: ledgerHandlers,
};
