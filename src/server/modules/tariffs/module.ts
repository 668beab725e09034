import type { ServerModule } from '#server/platform/module.ts';
import { tariffFileHandlers, tariffHandlers } from './handlers.ts';
import { tables } from './tables.ts';
import { approveTariff } from './tariffs.commands.ts';
import { tariffResources } from './tariffs.resource.ts';

export const tariffsModule: ServerModule = {
  name: 'tariffs',
  tables,
  operations: [...tariffHandlers, ...tariffFileHandlers],
  resources: tariffResources,
  approvals: { 'tariff.keep': approveTariff },
};
