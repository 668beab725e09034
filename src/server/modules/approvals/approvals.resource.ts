import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/auth/access.ts';

const ofCreditor = (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.objectType`)} = 'settlements'`;

export const approvalResources = {
  approval: {
    table: 'approvals',
    scopes: {
      // What a company decides for itself is no business of the operators.
      all: (alias) => sql<SqlBool>`not ${ofCreditor(alias)}`,
      member: (alias, { companies }) => sql<SqlBool>`(${ofCreditor(alias)} and exists (
        select from settlements s where s.id = ${sql.ref(`${alias}.objectId`)}
          and s.legal_entity_id = any(${companies}::bigint[])))`,
    },
  },
} satisfies ResourceRules;
