import { type SqlBool, sql } from 'kysely';
import { everyRow, partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

export const employeeResources = {
  membership: {
    table: 'memberships',
    parent: { legalEntity: 'legalEntityId' },
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.employeeId`)} = ${actor.employeeId}`,
      member: (alias, { companies }) =>
        sql<SqlBool>`${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[])`,
      all: () => everyRow,
    },
  },
  powerOfAttorney: {
    table: 'powersOfAttorney',
    parent: { membership: 'membershipId' },
    scopes: {
      own: (alias, { actor }) =>
        sql<SqlBool>`exists (select 1 from memberships where id = ${sql.ref(`${alias}.membershipId`)} and employee_id = ${actor.employeeId} and active)`,
      member: partyScopes.member,
      all: () => everyRow,
    },
  },
  employee: {
    table: 'employees',
    scopes: {
      own: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.id`)} = ${actor.employeeId}`,
      // Also the dismissed ones: a company goes on knowing who worked there.
      member: (alias, { companies }) =>
        sql<SqlBool>`exists (select 1 from memberships where employee_id = ${sql.ref(`${alias}.id`)} and legal_entity_id = any(${companies}::bigint[]))`,
      all: () => everyRow,
    },
  },
} satisfies ResourceRules;
