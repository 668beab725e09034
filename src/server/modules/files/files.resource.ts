import { type SqlBool, sql } from 'kysely';
import { partyScopes, type ResourceRules } from '#server/platform/access.ts';

/** A file in a folder of a company; slots are reached by their owner and their kind. */
export const fileResources = {
  companyFile: {
    table: 'ownedFiles',
    present: (alias) =>
      sql<SqlBool>`${sql.ref(`${alias}.deletedAt`)} is null and ${sql.ref(`${alias}.place`)} = 'folder'`,
    parent: { legalEntity: 'legalEntityId' },
    scopes: { member: partyScopes.member, all: partyScopes.all },
  },
} satisfies ResourceRules;
