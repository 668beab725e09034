import { creditorConsentGiven } from '#server/modules/consents/consents.events.ts';
import { claimsSought, registryLoaded } from '#server/modules/registries/registries.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { simpleRequestHandlers } from './handlers.ts';
import { matchLoadedSimple, seekCreditors } from './simple-requests.commands.ts';
import { simpleRequestResources } from './simple-requests.resource.ts';
import { tables } from './tables.ts';

export const simpleRequestsModule: ServerModule = {
  name: 'simple-requests',
  tables,
  operations: simpleRequestHandlers,
  resources: simpleRequestResources,
  reactions: [
    reactTo(registryLoaded, matchLoadedSimple),
    reactTo(creditorConsentGiven, seekCreditors),
    reactTo(claimsSought, seekCreditors),
  ],
};
