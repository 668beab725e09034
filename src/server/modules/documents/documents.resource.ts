import { partyScopes, type ResourceRules } from '#server/platform/access.ts';

/** A document is reached by the parties of its settlement. */
export const documentResources = {
  document: {
    table: 'issuedDocuments',
    parent: { settlement: 'settlementId' },
    scopes: partyScopes,
  },
} satisfies ResourceRules;
