import { everything, type ResourceRules } from '#server/platform/auth/access.ts';

/** Words of dictionaries are everybody's. */
export const dictionaryResources = {
  legalEntityType: { table: 'legal_entity_types', scopes: { all: () => everything } },
  individualCategory: { table: 'individual_categories', scopes: { all: () => everything } },
} satisfies ResourceRules;
