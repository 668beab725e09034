import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/access.ts';
import { everything } from '#server/platform/access.ts';

export const individualResources = {
  individual: {
    table: 'individuals',
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.deletedAt`)} is null`,
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.id`)} = ${actor.individualId}`,
      // Nobody has a case with a company before registries and requests exist; they bring their condition here.
      deal: () => sql<SqlBool>`false`,
      all: () => everything,
    },
  },
} satisfies ResourceRules;
