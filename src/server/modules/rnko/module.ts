import { moscowDay } from '#domain/values/days.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { expireIdentity } from './answers.ts';
import { rnkoHandlers } from './handlers.ts';
import { askForm, askIdentity } from './jobs.ts';
import { tables } from './tables.ts';
import { askRnkoAgain, dueIdentities } from './unanswered.commands.ts';

export const rnkoModule: ServerModule = {
  name: 'rnko',
  tables,
  operations: rnkoHandlers,
  tasks: { 'ask-rnko-identity': askIdentity, 'ask-rnko-form': askForm },
  systemOperations: {
    'rnko.expiry': 'Конец идентификации в РНКО',
    'rnko.form-answer': 'Ответ РНКО об анкете',
    'rnko.identity-answer': 'Ответ РНКО об идентификации',
  },
  deadlines: [
    askRnkoAgain,
    eachDue(
      'rnko.expiry',
      (db, now) => dueIdentities(db, moscowDay(now)),
      (_app, tx, id, now) => expireIdentity(tx, id, moscowDay(now)),
    ),
  ],
};
