import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { contactResources } from './contacts.resource.ts';
import { contactHandlers } from './handlers.ts';
import { duePlanned, settlePlanned } from './planned.commands.ts';
import { tables } from './tables.ts';

export const contactsModule: ServerModule = {
  name: 'contacts',
  tables,
  operations: contactHandlers,
  resources: contactResources,
  systemOperations: { 'contacts.planned': 'Час запланированного звонка или встречи' },
  deadlines: [eachDue('contacts.planned', duePlanned, settlePlanned)],
};
