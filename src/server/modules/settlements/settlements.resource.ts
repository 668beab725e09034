import { sql } from 'kysely';
import { ofBlockedCompany, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

export const settlementResources = {
  settlement: {
    table: 'settlements',
    name: (alias) => sql.ref(`${alias}.number`),
    parent: { individual: 'individualId', legalEntity: 'legalEntityId' },
    readOnly: ofBlockedCompany,
    scopes: partyScopes,
  },
} satisfies ResourceRules;
