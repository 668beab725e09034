import { type SqlBool, sql } from 'kysely';
import { ofBlockedCompany, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

export const simpleRequestResources = {
  simpleRequest: {
    table: 'simpleRequests',
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.deletedAt`)} is null`,
    parent: { individual: 'individualId', legalEntity: 'legalEntityId' },
    readOnly: ofBlockedCompany,
    scopes: partyScopes,
  },
} satisfies ResourceRules;
