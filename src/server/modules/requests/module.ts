import { creditorConsentGiven } from '#server/modules/consents/consents.events.ts';
import { claimsSought, registryLoaded } from '#server/modules/registries/registries.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { dueRequests, requestDeadline } from './deadlines.commands.ts';
import { allRequestHandlers, requestHandlers } from './handlers.ts';
import { matchLoaded, seekAgain } from './requests.commands.ts';
import { requestResources } from './requests.resource.ts';
import { tables } from './tables.ts';

const answers = eachDue('requests.deadline', dueRequests, (_app, tx, id, now) => requestDeadline(tx, id, now));

export const requestsModule: ServerModule = {
  name: 'requests',
  tables,
  operations: [...requestHandlers, ...allRequestHandlers],
  resources: requestResources,
  systemOperations: { 'requests.deadline': 'Срок заявки' },
  reactions: [
    reactTo(registryLoaded, matchLoaded),
    reactTo(creditorConsentGiven, seekAgain),
    reactTo(claimsSought, seekAgain),
  ],
  deadlines: [answers],
  subJobs: { 'expire-negotiations': [{ about: 'requests', each: answers }] },
};
