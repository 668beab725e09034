import { lookMs } from './auth/keys.ts';
import { reseal } from './auth/reseal.ts';
import { startDeadlines } from './jobs/deadlines.ts';
import { startInterval } from './jobs/interval.ts';
import { deliverLetter, requeueLetters } from './jobs/mail.ts';
import type { ServerModule } from './module.ts';
import { startSealing } from './state/audit-chain.ts';

/** What the platform itself brings, in the same words as a module. */
export const platformModule: ServerModule = {
  name: 'platform',
  tasks: { 'deliver-letter': deliverLetter, reseal },
  background: [startSealing, startDeadlines, (app) => startInterval(lookMs, app.log, 'keys', () => app.keys.look())],
  resume: requeueLetters,
};
