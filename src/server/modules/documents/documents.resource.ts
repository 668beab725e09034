import { type SqlBool, sql } from 'kysely';
import { everything, type ResourceRules } from '#server/platform/access.ts';

/** A document is reached by the parties of its settlement. */
export const documentResources = {
  document: {
    table: 'issuedDocuments',
    parent: { settlement: 'settlementId' },
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.individualId`)} = ${actor.individualId}`,
      member: (alias, { companies }) =>
        sql<SqlBool>`${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[])`,
      all: () => everything,
    },
  },
} satisfies ResourceRules;
