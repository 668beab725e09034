import { ofBlockedCompany, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

export const requestResources = {
  request: {
    table: 'requests',
    parent: { individual: 'individualId', legalEntity: 'legalEntityId', registry: 'registryId' },
    readOnly: ofBlockedCompany,
    // A company reaches the requests that have been handed to it, and none before.
    scopes: { ...partyScopes, counterparty: partyScopes.member },
  },
} satisfies ResourceRules;
