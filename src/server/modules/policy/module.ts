import type { ServerModule } from '#server/platform/module.ts';
import { policyHandlers } from './handlers.ts';
import { policyLetters } from './letters.ts';

export const policyModule: ServerModule = {
  name: 'policy',
  operations: policyHandlers,
  letters: policyLetters,
};
