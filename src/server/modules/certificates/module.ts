import { agreementFulfilled } from '#server/modules/settlements/settlements.events.ts';
import { reactTo } from '#server/platform/events.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { eachDue } from '#server/platform/state/deadlines.ts';
import { certificateResources } from './certificates.resource.ts';
import { dueCertificates, runCertificateDeadlines } from './deadlines.commands.ts';
import { certificateHandlers } from './handlers.ts';
import { closeWithCertificate } from './issue.commands.ts';
import { certificateLetters } from './letters.ts';
import { tables } from './tables.ts';

const terms = eachDue('certificates.deadline', dueCertificates, runCertificateDeadlines);

export const certificatesModule: ServerModule = {
  name: 'certificates',
  tables,
  operations: certificateHandlers,
  resources: certificateResources,
  letters: certificateLetters,
  reactions: [reactTo(agreementFulfilled, closeWithCertificate)],
  systemOperations: { 'certificates.deadline': 'Срок справки' },
  deadlines: [terms],
  subJobs: { 'issue-certificates': [{ about: 'certificateRequests', each: terms }] },
};
