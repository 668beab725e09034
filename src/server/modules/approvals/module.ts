import type { ServerModule } from '#server/platform/module.ts';
import { approvalResources } from './approvals.resource.ts';
import { approvalHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const approvalsModule: ServerModule = {
  name: 'approvals',
  tables,
  operations: approvalHandlers,
  resources: approvalResources,
};
