import { type SqlBool, sql } from 'kysely';
import { everything, type ResourceRules } from '#server/platform/access.ts';

const kept = {
  table: 'paymentDetails',
  present: (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.deletedAt`)} is null`,
};

/** Details of people and of companies lie in one table, and each are reached through their owner. */
export const paymentDetailResources = {
  individualDetail: {
    ...kept,
    parent: { individual: 'individualId' },
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.individualId`)} = ${actor.individualId}`,
      all: () => everything,
    },
  },
  companyDetail: {
    ...kept,
    parent: { legalEntity: 'legalEntityId' },
    scopes: {
      member: (alias, { companies }) =>
        sql<SqlBool>`${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[])`,
      all: () => everything,
    },
  },
} satisfies ResourceRules;
