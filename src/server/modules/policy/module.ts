import type { ServerModule } from '#server/platform/module.ts';
import { policyHandlers } from './handlers.ts';
import { policyLetters } from './letters.ts';
import { tables } from './tables.ts';

export const policyModule: ServerModule = {
  name: 'policy',
  tables,
  operations: policyHandlers,
  letters: policyLetters,
};
