import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/auth/access.ts';
import { everyRow } from '#server/platform/auth/access.ts';

export const operatorResources = {
  operator: {
    table: 'operators',
    name: (alias) =>
      sql<string>`concat_ws(' ', ${sql.ref(`${alias}.lastName`)}, ${sql.ref(`${alias}.firstName`)}, ${sql.ref(`${alias}.middleName`)})`,
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.id`)} = ${actor.operatorId}`,
      all: () => everyRow,
    },
  },
} satisfies ResourceRules;
