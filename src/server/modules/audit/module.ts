import type { ServerModule } from '#server/platform/module.ts';
import { auditHandlers } from './handlers.ts';
import { tables } from './tables.ts';
import { startVerifying } from './verify.commands.ts';

export const auditModule: ServerModule = {
  name: 'audit',
  tables,
  operations: auditHandlers,
  systemOperations: { 'audit.verify': 'Проверка журнала действий' },
  background: [startVerifying],
};
