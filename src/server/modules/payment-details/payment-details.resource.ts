import { type SqlBool, sql } from 'kysely';
import { partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

const table = {
  table: 'paymentDetails',
  present: (alias: string) => sql<SqlBool>`${sql.ref(`${alias}.deletedAt`)} is null`,
};

/** Details of people and of companies are in one table, and each are reached through their owner. */
export const paymentDetailResources = {
  individualDetail: {
    ...table,
    parent: { individual: 'individualId' },
    scopes: { own: partyScopes.own, all: partyScopes.all },
  },
  companyDetail: {
    ...table,
    parent: { legalEntity: 'legalEntityId' },
    scopes: { member: partyScopes.member, all: partyScopes.all },
  },
} satisfies ResourceRules;
