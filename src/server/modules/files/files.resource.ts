import { type SqlBool, sql } from 'kysely';
import { partyScopes, type ResourceRules } from '#server/platform/auth/access.ts';

const inFolder =
  (place: 'folder' | 'tariff') =>
  (alias: string): ReturnType<typeof sql<SqlBool>> =>
    sql<SqlBool>`${sql.ref(`${alias}.deletedAt`)} is null and ${sql.ref(`${alias}.place`)} = ${sql.lit(place)}`;

const ofCompany = {
  parent: { legalEntity: 'legalEntityId' },
  scopes: { member: partyScopes.member, all: partyScopes.all },
} as const;

/** A file in a folder of a company; slots are reached by their owner and their kind. */
export const fileResources = {
  companyFile: {
    table: 'ownedFiles',
    present: inFolder('folder'),
    ...ofCompany,
  },
  tariffFile: {
    table: 'ownedFiles',
    present: inFolder('tariff'),
    ...ofCompany,
  },
} satisfies ResourceRules;
