import { hourly } from '#server/platform/jobs/interval.ts';
import type { ServerModule } from '#server/platform/module.ts';
import { avatarHandlers } from './avatars.ts';
import { fileResources } from './files.resource.ts';
import { fileHandlers } from './handlers.ts';
import { startScanning } from './scan.commands.ts';
import { sweepFiles } from './sweep.commands.ts';
import { tables } from './tables.ts';

export const filesModule: ServerModule = {
  name: 'files',
  tables,
  operations: [...fileHandlers, ...avatarHandlers],
  resources: fileResources,
  systemOperations: { 'files.scan': 'Проверка файла антивирусом' },
  background: [startScanning, hourly('files without a row', sweepFiles)],
};
