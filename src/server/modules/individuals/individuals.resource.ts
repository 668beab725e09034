import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/auth/access.ts';
import { everyRow } from '#server/platform/auth/access.ts';

export const individualResources = {
  individual: {
    table: 'individuals',
    name: (alias) =>
      sql`concat_ws(' ', ${sql.ref(`${alias}.lastName`)}, ${sql.ref(`${alias}.firstName`)}, ${sql.ref(`${alias}.middleName`)})`,
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.deletedAt`)} is null`,
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.id`)} = ${actor.individualId}`,
      // A company has a case with whoever has taken its claim on himself, or has a request that was handed to it.
      counterparty: (alias, { companies }) =>
        sql<SqlBool>`(exists (select from simple_registry_entries s where s.individual_id = ${sql.ref(`${alias}.id`)}
            and s.accepted_at is not null and s.legal_entity_id = any(${companies}::bigint[]))
          or exists (select from requests r where r.individual_id = ${sql.ref(`${alias}.id`)}
            and r.legal_entity_id = any(${companies}::bigint[])))`,
      all: () => everyRow,
    },
  },
} satisfies ResourceRules;
