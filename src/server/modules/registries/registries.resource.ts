import { type SqlBool, sql } from 'kysely';
import { type FilterScope, partyScopes, type ResourceRule, type ResourceRules } from '#server/platform/auth/access.ts';

const byCompany: ResourceRule['scopes'] = {
  member: partyScopes.member,
  all: partyScopes.all,
};
const ofKind =
  (kind: string) =>
  (alias: string): FilterScope =>
    sql<SqlBool>`${sql.ref(`${alias}.kind`)} = ${kind}`;

/** An entry is reached through its registry, or through the person it is about. */
export const registryResources = {
  registry: {
    table: 'registries',
    present: ofKind('full'),
    parent: { legalEntity: 'legalEntityId' },
    scopes: byCompany,
  },
  simpleRegistry: {
    table: 'registries',
    present: ofKind('simple'),
    parent: { legalEntity: 'legalEntityId' },
    scopes: byCompany,
  },
  registryEntry: {
    table: 'registryEntries',
    parent: { registry: 'registryId', individual: 'individualId' },
    scopes: { ...byCompany, own: partyScopes.own },
  },
  simpleEntry: {
    table: 'simpleRegistryEntries',
    parent: { simpleRegistry: 'registryId', individual: 'individualId' },
    scopes: byCompany,
  },
} satisfies ResourceRules;
