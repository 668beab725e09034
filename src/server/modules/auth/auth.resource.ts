import { type SqlBool, sql } from 'kysely';
import type { ResourceRules } from '#server/platform/auth/access.ts';
import { everyRow, ofBlockedCompany } from '#server/platform/auth/access.ts';

export const authResources = {
  account: { table: 'accounts', scopes: { all: () => everyRow } },
  session: {
    table: 'sessions',
    present: (alias) => sql<SqlBool>`${sql.ref(`${alias}.endedAt`)} is null`,
    scopes: { self: (alias, { actor }) => sql<SqlBool>`${sql.ref(`${alias}.accountId`)} = ${actor.accountId}` },
  },
  registrationToken: {
    table: 'registrationTokens',
    readOnly: ofBlockedCompany,
    scopes: {
      // Debtors whom a company has invited are not its people.
      member: (alias, { companies }) =>
        sql<SqlBool>`${sql.ref(`${alias}.legalEntityId`)} = any(${companies}::bigint[]) and ${sql.ref(`${alias}.kind`)} = 'employee'`,
      all: () => everyRow,
    },
  },
} satisfies ResourceRules;
