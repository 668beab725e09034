import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/db.ts';

/** A statement that gives the accounts behind an object (`account_id`, null where there is none) by its number. */
export type AccountsBehind = (id: RawBuilder<number>) => RawBuilder<unknown>;

/** The account of a person. */
export const behindIndividual: AccountsBehind = (id) =>
  sql`select account_id from individuals where individuals.id = ${id}`;

/** The accounts of everybody who works in a company, or has worked there. */
export const behindCompany: AccountsBehind = (id) =>
  sql`select e.account_id from memberships m join employees e on e.id = m.employee_id where m.legal_entity_id = ${id}`;

/** The accounts of everybody in the company that a row belongs to. @param table one that says so in `legal_entity_id` */
export const behindCompanyOf =
  (table: string): AccountsBehind =>
  (id) =>
    behindCompany(sql`(select o.legal_entity_id from ${sql.table(table)} o where o.id = ${id})`);

/** The account of the person and those of the company that a row of two sides belongs to. @param table one that says so in `individual_id` and `legal_entity_id` */
export const behindSidesOf =
  (table: string): AccountsBehind =>
  (id) =>
    sql`${behindCompanyOf(table)(id)}
    union ${behindIndividual(sql`(select o.individual_id from ${sql.table(table)} o where o.id = ${id})`)}`;

/** The numbers of the accounts behind one object. */
export async function accountsOf(db: Db, behind: AccountsBehind, id: number): Promise<number[]> {
  const { rows } = await sql<{ accountId: number | null }>`
    select b.account_id from (${behind(sql`${id}::bigint`)}) b where b.account_id is not null`.execute(db);
  return rows.map(({ accountId }) => accountId!);
}
