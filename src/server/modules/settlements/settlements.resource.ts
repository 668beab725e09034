import { ofBlockedCompany, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

export const settlementResources = {
  settlement: {
    table: 'settlements',
    parent: { individual: 'individualId', legalEntity: 'legalEntityId' },
    frozen: ofBlockedCompany,
    scopes: partyScopes,
  },
} satisfies ResourceRules;
