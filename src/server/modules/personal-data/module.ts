import { moscowDay } from '#domain/values/days.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { removeFiles } from './erase.ts';
import { dueErasures, runErasure } from './erasures.commands.ts';
import { retainedOn, runRetention } from './retention.commands.ts';
import { tables } from './tables.ts';

const erasures = eachDue(
  'personal-data.erasure',
  (db, now) => dueErasures(db, moscowDay(now)),
  (app, tx, id, now) => runErasure(app, tx, id, moscowDay(now)),
);

export const personalDataModule: ServerModule = {
  name: 'personal-data',
  tables,
  tasks: { [removeFiles.name]: removeFiles },
  systemOperations: {
    'personal-data.erasure': 'Стирание данных по отзыву',
    'personal-data.retention': 'Стирание данных по срокам хранения',
  },
  deadlines: [erasures, (app, now) => runRetention(app, moscowDay(now))],
  subJobs: {
    retention: [
      { about: 'erasures', each: erasures },
      {
        // What has passed its term goes by the Moscow clock, once a day whoever comes first.
        whole: async (app, _closing, now) => {
          await runRetention(app, moscowDay(now));
          const taken = await retainedOn(app.database.db, moscowDay(now));
          return { processed: taken, changed: taken };
        },
      },
    ],
  },
};
