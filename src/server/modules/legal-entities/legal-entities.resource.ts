import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/access.ts';
import { everything } from '#server/platform/access.ts';

export const legalEntityResources = {
  legalEntity: {
    table: 'legalEntities',
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.deletedAt`)} is null`,
    scopes: {
      member: (alias, { companies }) => sql<SqlBool>`${sql.ref(`${alias}.id`)} = any(${companies}::bigint[])`,
      all: () => everything,
    },
  },
} satisfies ResourceRules;
