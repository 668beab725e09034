import { type RawBuilder, sql } from 'kysely';

/**
 * The claims `c` that are the entry `e` under another row: itself, and those of the same ИНН and number of contract that its company has
 * withdrawn (docs/decisions/0146). Of what was bought, or is collected for another, whoever had it before is the same creditor in the
 * law: no term and no rate begins anew by an assignment (ГК РФ, ст. 201, 384; docs/decisions/0214).
 */
export const sameClaim: RawBuilder<boolean> = sql<boolean>`c.debtor_inn = e.debtor_inn and c.contract_number = e.contract_number
  and (c.id = e.id or c.legal_entity_id = e.legal_entity_id and c.withdrawn_at is not null or e.basis <> 'original')`;

/** All that was ever stated in a column of the entry `e`, by each load of each of these claims. */
const everStated = (column: string, type: 'date' | 'bigint') => sql`(
  select ${sql.ref(`c.${column}`)}::${sql.raw(type)} as said from registry_entries c where ${sameClaim}
  union all
  select (v.content ->> ${column}::text)::${sql.raw(type)} from registry_entries c join registry_entry_versions v on v.entry_id = c.id
    where ${sameClaim})`;

/** What bounds the price of the entry `e`: of all that was ever stated of its contract, what is the better for its debtor. */
export interface Stated {
  statedDate: string;
  statedEnd: string | null;
  statedIssued: number | null;
  statedRate: number | null;
}

/**
 * A later load takes no ceiling away: the term, the sum issued and the rate are the least that was stated, the day of the contract the
 * latest, since ceilings have only fallen (353-ФЗ, ст. 5, ч. 23, 24; docs/decisions/0214).
 */
export const statedColumns = [
  sql<string>`(select max(s.said) from ${everStated('contract_date', 'date')} s)`.as('statedDate'),
  sql<string | null>`(select min(s.said) from ${everStated('contract_end', 'date')} s)`.as('statedEnd'),
  sql<number | null>`(select min(s.said) from ${everStated('issued_amount', 'bigint')} s)`.as('statedIssued'),
  sql<number | null>`(select min(s.said) from ${everStated('rate', 'bigint')} s)::int`.as('statedRate'),
] as const;
