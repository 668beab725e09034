import type { ServerModule } from '#server/platform/module.ts';
import { approvalResources } from './approvals.resource.ts';
import { approvalHandlers } from './handlers.ts';

export const approvalsModule: ServerModule = {
  name: 'approvals',
  operations: approvalHandlers,
  resources: approvalResources,
};
