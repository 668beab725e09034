import { moscowDay } from '#domain/values/days.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { removeFiles } from './erase.ts';
import { dueErasures, runErasure } from './erasures.commands.ts';
import { runRetention } from './retention.commands.ts';
import { tables } from './tables.ts';

export const personalDataModule: ServerModule = {
  name: 'personal-data',
  tables,
  tasks: { [removeFiles.name]: removeFiles },
  systemOperations: {
    'personal-data.erasure': 'Стирание данных по отзыву',
    'personal-data.retention': 'Стирание данных по срокам хранения',
  },
  deadlines: [
    eachDue(
      'personal-data.erasure',
      (db, now) => dueErasures(db, moscowDay(now)),
      (app, tx, id, now) => runErasure(app, tx, id, moscowDay(now)),
    ),
    (app, now) => runRetention(app, moscowDay(now)),
  ],
};
