import { type SqlBool, sql } from 'kysely';
import { everyRow, type ResourceRules } from '#server/platform/auth/access.ts';

/** A company sees the tariffs in force or planned for itself, for its kind and for everybody, operators see them all. */
export const tariffResources = {
  tariff: {
    table: 'tariffs',
    name: (alias) => sql.ref(`${alias}.name`),
    scopes: {
      all: () => everyRow,
      member: (alias, { companies }) => sql<SqlBool>`${sql.ref(`${alias}.approved`)}
        and (${sql.ref(`${alias}.legalEntityId`)} is null or ${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[]))
        and (${sql.ref(`${alias}.legalEntityTypeId`)} is null or ${sql.ref(`${alias}.legalEntityTypeId`)} in
          (select type_id from legal_entities where id = any(${companies}::bigint[])))`,
    },
  },
} satisfies ResourceRules;
