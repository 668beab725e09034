import type { ServerModule } from '#server/platform/module.ts';
import { dictionaryResources } from './dictionaries.resource.ts';
import { dictionaryHandlersOfBoth } from './handlers.ts';

export const dictionariesModule: ServerModule = {
  name: 'dictionaries',
  operations: dictionaryHandlersOfBoth,
  resources: dictionaryResources,
};
