import type { ServerModule } from '#server/platform/module.ts';
import { oneTimeCodeLetters } from './letters.ts';

export const oneTimeCodesModule: ServerModule = {
  name: 'one-time-codes',
  letters: oneTimeCodeLetters,
};
