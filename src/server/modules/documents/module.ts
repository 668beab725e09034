import { companyAccountChanged } from '#server/modules/payment-details/payment-details.events.ts';
import { claimsChanged } from '#server/modules/registries/registries.events.ts';
import { reactTo } from '#server/platform/events.ts';
import { hourly } from '#server/platform/jobs/interval.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import {
  assignmentsJob,
  enqueueAssignments,
  issueAssignmentNotices,
  seekAssignments,
} from './assignment/assignment-notices.commands.ts';
import { documentResources } from './documents.resource.ts';
import { documentHandlers } from './handlers.ts';
import { makeDocuments } from './make.ts';
import { followLetter } from './notices/notices.commands.ts';
import { noticesUnderWay } from './notices/notices.queries.ts';
import { sweepDocuments } from './storage.ts';
import { tables } from './tables.ts';
import { agreementTemplateHandlers, publishTemplates } from './templates.ts';

export const documentsModule: ServerModule = {
  name: 'documents',
  tables,
  operations: [...documentHandlers, ...agreementTemplateHandlers],
  resources: documentResources,
  tasks: { 'make-documents': makeDocuments, [assignmentsJob]: issueAssignmentNotices },
  systemOperations: {
    'documents.assignment': 'Уведомление об уступке',
    'documents.make': 'Печать документа',
    'documents.delivery': 'Доставка уведомления',
  },
  reactions: [reactTo(claimsChanged, enqueueAssignments), reactTo(companyAccountChanged, enqueueAssignments)],
  deadlines: [
    eachDue('documents.delivery', noticesUnderWay, (app, db, id) => followLetter({ app, db, actor: null }, id)),
  ],
  background: [
    hourly('documents without a row', sweepDocuments),
    hourly('assignments that nobody is told of', seekAssignments),
  ],
  seed: publishTemplates,
};
