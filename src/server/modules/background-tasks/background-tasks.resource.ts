import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/auth/access.ts';

export const backgroundTaskResources = {
  backgroundTask: {
    table: 'backgroundTasks',
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.expiresAt`)} > now()`,
    scopes: { self: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.accountId`)} = ${actor.accountId}` },
  },
} satisfies ResourceRules;
