import { partyScopes, type ResourceRules } from '#server/platform/access.ts';

/** A payment is reached by the parties of its settlement. */
export const paymentResources = {
  payment: {
    table: 'payments',
    parent: { individual: 'individualId', settlement: 'settlementId' },
    scopes: partyScopes,
  },
} satisfies ResourceRules;
