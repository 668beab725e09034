import { type SqlBool, sql } from 'kysely';
import { everything, type ResourceRules } from '#server/platform/access.ts';

/** A payment is reached by the parties of its settlement. */
export const paymentResources = {
  payment: {
    table: 'payments',
    parent: { individual: 'individualId', settlement: 'settlementId' },
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.individualId`)} = ${actor.individualId}`,
      member: (alias, { companies }) =>
        sql<SqlBool>`${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[])`,
      all: () => everything,
    },
  },
} satisfies ResourceRules;
