import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/auth/access.ts';

export const consentResources = {
  consent: {
    table: 'consents',
    scopes: { self: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.accountId`)} = ${actor.accountId}` },
  },
} satisfies ResourceRules;
