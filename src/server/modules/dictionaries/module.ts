import type { ServerModule } from '#server/platform/module.ts';
import { dictionaryResources } from './dictionaries.resource.ts';
import { dictionaryHandlersOfBoth } from './handlers.ts';
import { tables } from './tables.ts';

export const dictionariesModule: ServerModule = {
  name: 'dictionaries',
  tables,
  operations: dictionaryHandlersOfBoth,
  resources: dictionaryResources,
};
