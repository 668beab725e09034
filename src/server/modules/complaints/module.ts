import type { ServerModule } from '#server/platform/module.ts';
import { complaintResources } from './complaints.resource.ts';
import { complaintHandlers } from './handlers.ts';
import { tables } from './tables.ts';

export const complaintsModule: ServerModule = {
  name: 'complaints',
  tables,
  operations: complaintHandlers,
  resources: complaintResources,
};
