import type { ServerModule } from '#server/platform/module.ts';
import { dataRubricatorHandlers } from './handlers.ts';

export const dataRubricatorModule: ServerModule = {
  name: 'data-rubricator',
  operations: dataRubricatorHandlers,
};
