import { creditorConsentGiven } from '#server/modules/consents/consents.events.ts';
import { fileInfected } from '#server/modules/files/files.events.ts';
import { companyVerified } from '#server/modules/legal-entities/legal-entities.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { answerDeadlines } from './entries/answer-deadlines.commands.ts';
import { allRegistryHandlers, claimHandlers, registryHandlers } from './handlers.ts';
import { tellOfInfected } from './infected.commands.ts';
import { dueInvitations, sendNotice } from './invitations/invitations.commands.ts';
import {
  enqueueCompanyMatching,
  enqueueMatching,
  matchCompany,
  matchPerson,
  seekingPersons,
} from './invitations/matching.commands.ts';
import { registryLetters } from './letters.ts';
import { loadRegistry } from './loading/load-job.ts';
import { assignmentDeedHandlers } from './papers/assignment-deeds.ts';
import { writHandlers } from './papers/enforcement.ts';
import { readRegistry } from './reading/read-job.ts';
import { resumeRegistries } from './reading/upload.ts';
import { registryResources } from './registries.resource.ts';
import { simpleRegistryHandlers } from './simple-handlers.ts';
import { tables } from './tables.ts';

const invitations = eachDue('registries.invitation', dueInvitations, sendNotice);
const seeking = eachDue(
  'registries.match',
  (db, _now, closing) => seekingPersons(db, closing?.after ?? 0),
  (app, db, individualId) => enqueueMatching({ app, db }, { individualId }),
);

export const registriesModule: ServerModule = {
  name: 'registries',
  tables,
  operations: [
    ...registryHandlers,
    ...allRegistryHandlers,
    ...claimHandlers,
    ...simpleRegistryHandlers,
    ...assignmentDeedHandlers,
    ...writHandlers,
  ],
  resources: registryResources,
  letters: registryLetters,
  tasks: {
    'read-registry': readRegistry,
    'load-registry': loadRegistry,
    'match-person': matchPerson,
    'match-company': matchCompany,
  },
  systemOperations: {
    'registries.answer': 'Срок ответа кредитора',
    'registries.invitation': 'Письмо заёмщику',
    'registries.load': 'Загрузка записей реестра',
    'registries.match': 'Поиск требований и заявок заёмщика',
    'registries.read': 'Чтение файла реестра',
  },
  reactions: [
    reactTo(creditorConsentGiven, enqueueMatching),
    reactTo(companyVerified, enqueueCompanyMatching),
    reactTo(fileInfected, tellOfInfected),
  ],
  deadlines: [invitations, ...answerDeadlines],
  subJobs: {
    'match-counterparties': [{ about: 'individuals', each: seeking }],
    'notify-debtors': [{ about: 'entryNotices', each: invitations }],
    'registry-aging': answerDeadlines.map((each) => ({ about: 'legalEntities', each }) as const),
  },
  resume: resumeRegistries,
};
