import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ApprovalRules, companyTables } from '#server/platform/approvals.ts';
import type { ResourceRules } from '#server/platform/auth/access.ts';

/** The company that decides about a proposal by itself; null where operators do. */
export function companyOf(rules: ApprovalRules, alias: string): RawBuilder<number | null> {
  const [type, id] = [sql.ref(`${alias}.objectType`), sql.ref(`${alias}.objectId`)];
  const cases = companyTables(rules).map(
    (table) =>
      sql`when ${sql.lit(table)} then (select o.legal_entity_id from ${sql.table(table)} as o where o.id = ${id})`,
  );
  return cases.length > 0 ? sql`case ${type} ${sql.join(cases, sql` `)} end` : sql`null::bigint`;
}

const ofCompany = (rules: ApprovalRules, alias: string) =>
  sql<SqlBool>`${sql.ref(`${alias}.objectType`)} = any(${companyTables(rules)})`;

export const approvalResources = (rules: ApprovalRules) =>
  ({
    approval: {
      table: 'approvals',
      scopes: {
        // What a company decides for itself is no business of the operators.
        all: (alias) => sql<SqlBool>`not ${ofCompany(rules, alias)}`,
        member: (alias, { companies }) =>
          sql<SqlBool>`(${ofCompany(rules, alias)} and ${companyOf(rules, alias)} = any(${companies}::bigint[]))`,
      },
    },
  }) satisfies ResourceRules;
