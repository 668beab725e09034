import { type SqlBool, sql } from 'kysely';
import { everyRow, type ResourceRules } from '#server/platform/auth/access.ts';

export const deliveryResources = {
  delivery: { table: 'deliveries', scopes: { all: () => everyRow } },
  pushSubscription: {
    table: 'pushSubscriptions',
    scopes: { self: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.accountId`)} = ${actor.accountId}` },
  },
} satisfies ResourceRules;
