import { ofBlockedCompany, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

/** An event is reached by its person, by the creditor that has entered it or is asked, and by operators. */
export const lifeEventResources = {
  lifeEvent: {
    table: 'lifeEvents',
    parent: { individual: 'individualId', legalEntity: 'legalEntityId', settlement: 'settlementId' },
    frozen: ofBlockedCompany,
    scopes: partyScopes,
  },
} satisfies ResourceRules;
