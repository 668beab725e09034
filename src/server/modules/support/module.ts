import type { ServerModule } from '#server/platform/module.ts';
import { supportHandlers } from './handlers.ts';
import { supportLetters } from './letters.ts';

export const supportModule: ServerModule = {
  name: 'support',
  operations: supportHandlers,
  letters: supportLetters,
};
