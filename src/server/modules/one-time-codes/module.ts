import type { ServerModule } from '#server/platform/module.ts';
import { oneTimeCodeLetters } from './letters.ts';
import { tables } from './tables.ts';

export const oneTimeCodesModule: ServerModule = {
  name: 'one-time-codes',
  tables,
  letters: oneTimeCodeLetters,
};
