import { operatingCompanyChanged } from '#server/modules/operating-companies/operating-companies.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { publishConsents } from './consents.commands.ts';
import { consentResources } from './consents.resource.ts';
import { consentHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const consentsModule: ServerModule = {
  name: 'consents',
  tables,
  operations: consentHandlers,
  resources: consentResources,
  reactions: [reactTo(operatingCompanyChanged, ({ db }) => publishConsents(db))],
};
