import { sql } from 'kysely';
import { partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

/** An invoice is reached by the people of the creditor who pays it. */
export const invoiceResources = {
  invoice: {
    table: 'invoices',
    name: (alias) => sql.ref(`${alias}.number`),
    parent: { legalEntity: 'legalEntityId' },
    scopes: { member: partyScopes.member, all: partyScopes.all },
  },
} satisfies ResourceRules;
