import { everyRow, type ResourceRules } from '#server/platform/auth/access.ts';

/** Words of dictionaries are everybody's. */
export const dictionaryResources = {
  legalEntityType: { table: 'legal_entity_types', scopes: { all: () => everyRow } },
  individualCategory: { table: 'individual_categories', scopes: { all: () => everyRow } },
} satisfies ResourceRules;
