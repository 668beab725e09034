import { partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

/** A contact is reached by the debtor with whom it was and by the people of the creditor who had it. */
export const contactResources = {
  contactRecord: {
    table: 'contactRecords',
    parent: { registryEntry: 'registryEntryId', legalEntity: 'legalEntityId' },
    scopes: partyScopes,
  },
} satisfies ResourceRules;
