import { startInterval } from '#server/platform/jobs/interval.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { closeByClock } from './close.commands.ts';
import { closeJob } from './days.ts';
import { closeAsOrdered, closeDayHandlers } from './handlers.ts';
import { closeLetters } from './letters.ts';
import { tables } from './tables.ts';

/** How often it is asked whether a day is to be closed. */
const lookMs = 60_000;

export const closeDayModule: ServerModule = {
  name: 'close-day',
  tables,
  operations: closeDayHandlers,
  letters: closeLetters,
  tasks: { [closeJob]: closeAsOrdered },
  systemOperations: {
    'close-day.begin': 'Начало закрытия дня',
    'close-day.dry-run': 'Пробное закрытие дня',
    'close-day.refuse': 'Отказ запечатать день',
    'close-day.seal': 'Печать дня',
  },
  background: [(app) => startInterval(lookMs, app.log, 'close of a day', () => closeByClock(app))],
};
