import { hourly } from '#server/platform/jobs/interval.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { backgroundTaskResources } from './background-tasks.resource.ts';
import { backgroundTaskHandlers } from './handlers.ts';
import { runExport, sweepResults } from './run-export.ts';
import { tables } from './tables.ts';

export const backgroundTasksModule: ServerModule = {
  name: 'background-tasks',
  tables,
  operations: backgroundTaskHandlers,
  resources: backgroundTaskResources,
  tasks: { [runExport.name]: runExport },
  systemOperations: { 'background-tasks.run': 'Фоновая задача' },
  background: [hourly('results without a row', sweepResults)],
};
