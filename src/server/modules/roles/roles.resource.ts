import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/auth/access.ts';
import { everyRow, ofBlockedCompany } from '#server/platform/auth/access.ts';

export const roleResources = {
  employeeRole: {
    table: 'roles',
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.kind`)} = 'employee'`,
    readOnly: ofBlockedCompany,
    scopes: {
      // Roles of the platform are everybody's, those of a company only its own.
      member: (alias, { companies }) =>
        sql<SqlBool>`(${sql.ref(`${alias}.legalEntityId`)} is null or ${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[]))`,
      all: () => everyRow,
    },
  },
  operatorRole: {
    table: 'roles',
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.kind`)} = 'operator'`,
    scopes: { all: () => everyRow },
  },
  employeePermission: {
    table: 'permissions',
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.employee`)}`,
    scopes: { member: () => everyRow, all: () => everyRow },
  },
  operatorPermission: {
    table: 'permissions',
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.operator`)}`,
    scopes: { all: () => everyRow },
  },
} satisfies ResourceRules;
