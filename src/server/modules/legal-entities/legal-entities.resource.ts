import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/auth/access.ts';
import { everyRow } from '#server/platform/auth/access.ts';

export const legalEntityResources = {
  legalEntity: {
    table: 'legalEntities',
    name: (alias) => sql.ref(`${alias}.shortName`),
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.deletedAt`)} is null`,
    readOnly: (alias) => sql<SqlBool>`${sql.ref(`${alias}.verificationStatus`)} = 'blocked'`,
    scopes: {
      member: (alias, { companies }) => sql<SqlBool>`${sql.ref(`${alias}.id`)} = any(${companies}::bigint[])`,
      counterparty: (alias, { companies }) => sql<SqlBool>`${sql.ref(`${alias}.id`)} = any(${companies}::bigint[])`,
      // Companies that have a claim on the person, and those that his requests name.
      own: (alias, { actor }) =>
        sql<SqlBool>`(exists (select from registry_entries e where e.individual_id = ${actor.individualId}
            and e.legal_entity_id = ${sql.ref(`${alias}.id`)})
          or exists (select from requests r where r.individual_id = ${actor.individualId}
            and r.creditor_inn = ${sql.ref(`${alias}.inn`)}))`,
      all: () => everyRow,
    },
  },
} satisfies ResourceRules;
