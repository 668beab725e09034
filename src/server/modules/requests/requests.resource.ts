import { type SqlBool, sql } from 'kysely';
import { ofBlockedCompany } from '#server/modules/legal-entities/legal-entities.resource.ts';
import { everything, type ResourceRule, type ResourceRules } from '#server/platform/access.ts';

/** A company reaches the requests that have been handed to it, and none before. */
const ofCompany: NonNullable<ResourceRule['scopes']['member']> = (alias, { companies }) =>
  sql<SqlBool>`${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[])`;

export const requestResources = {
  request: {
    table: 'requests',
    parent: { individual: 'individualId', legalEntity: 'legalEntityId', registry: 'registryId' },
    frozen: ofBlockedCompany,
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.individualId`)} = ${actor.individualId}`,
      member: ofCompany,
      deal: ofCompany,
      all: () => everything,
    },
  },
} satisfies ResourceRules;
