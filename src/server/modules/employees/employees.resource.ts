import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/access.ts';
import { everything } from '#server/platform/access.ts';

export const employeeResources = {
  membership: {
    table: 'memberships',
    parent: { legalEntity: 'legalEntityId' },
    scopes: {
      member: (alias, { companies }) =>
        sql<SqlBool>`${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[])`,
      all: () => everything,
    },
  },
} satisfies ResourceRules;
