import { type SqlBool, sql } from 'kysely';
import { ofBlockedCompany } from '#server/modules/legal-entities/legal-entities.resource.ts';
import { everything, type ResourceRules } from '#server/platform/access.ts';

export const settlementResources = {
  settlement: {
    table: 'settlements',
    parent: { individual: 'individualId', legalEntity: 'legalEntityId' },
    frozen: ofBlockedCompany,
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.individualId`)} = ${actor.individualId}`,
      member: (alias, { companies }) =>
        sql<SqlBool>`${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[])`,
      all: () => everything,
    },
  },
} satisfies ResourceRules;
