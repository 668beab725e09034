import { type SqlBool, sql } from 'kysely';
import { everyRow, type ResourceRule, type ResourceRules } from '#server/platform/auth/access.ts';

/** Whoever has complained: nobody of his company reads what he has said to operators. */
const byHim: ResourceRule['scopes']['own'] = (alias, { actor }) =>
  sql<SqlBool>`${sql.ref(`${alias}.accountId`)} = ${actor.accountId}`;

/** A complaint is reached by whoever has made it, and by operators. */
export const complaintResources = {
  complaint: {
    table: 'complaints',
    name: (alias) => sql`'Жалоба № ' || ${sql.ref(`${alias}.id`)}`,
    scopes: { own: byHim, member: byHim, all: () => everyRow },
  },
} satisfies ResourceRules;
