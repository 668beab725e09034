import { ofBlockedCompany, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

/** A certificate that is owed is reached by both sides of its settlement. */
export const certificateResources = {
  certificateRequest: {
    table: 'certificateRequests',
    parent: { settlement: 'settlementId', legalEntity: 'legalEntityId' },
    readOnly: ofBlockedCompany,
    scopes: partyScopes,
  },
} satisfies ResourceRules;
