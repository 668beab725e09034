import { debtNewsDue } from '#server/modules/deliveries/deliveries.events.ts';
import { placeChanged } from '#server/modules/employees/employees.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { contactResources } from './contacts.resource.ts';
import { askOfNews } from './debt-news.ts';
import { contactHandlers } from './handlers.ts';
import { callOffPlansOf, duePlanned, settlePlanned } from './planned.commands.ts';
import { tables } from './tables.ts';

export const contactsModule: ServerModule = {
  name: 'contacts',
  tables,
  operations: contactHandlers,
  resources: contactResources,
  systemOperations: { 'contacts.planned': 'Час запланированного звонка или встречи' },
  reactions: [reactTo(debtNewsDue, askOfNews), reactTo(placeChanged, callOffPlansOf)],
  deadlines: [eachDue('contacts.planned', duePlanned, settlePlanned)],
};
