import { everyRow, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

/** A document is reached by the parties of its settlement or claim; the forms are everybody's. */
export const documentResources = {
  document: {
    table: 'issuedDocuments',
    parent: { settlement: 'settlementId' },
    scopes: partyScopes,
  },
  agreementTemplate: { table: 'document_templates', scopes: { all: () => everyRow } },
} satisfies ResourceRules;
