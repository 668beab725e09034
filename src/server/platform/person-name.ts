import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnsHold } from './list/conditions.ts';
import { hasDigit, indexedColumnHolds } from './list/searched.ts';

/** The name of an account's person, whatever his kind; people of the platform are named in decisions and histories. */
export const personName = (accountId: RawBuilder<number | null> | string): RawBuilder<string | null> => {
  const id = typeof accountId === 'string' ? sql.ref(accountId) : accountId;
  return sql<string | null>`(
    select concat_ws(' ', last_name, first_name, middle_name) from operators where account_id = ${id}
    union all select concat_ws(' ', last_name, first_name, middle_name) from employees where account_id = ${id}
    union all select concat_ws(' ', last_name, first_name, middle_name) from individuals where account_id = ${id}
    limit 1)`;
};

const accountsIn = (table: string, typed: string) =>
  sql`select account_id from ${sql.table(table)} where ${columnsHold(typed, 'lastName', 'firstName', 'middleName')}`;

/** The accounts whose person's name holds what was typed; of people there are many, so they have an index. */
export const accountsNamed = (typed: string): RawBuilder<number> =>
  sql`${accountsIn('operators', typed)} union all ${accountsIn('employees', typed)}
    union all select account_id from individuals where ${personHolds('search', typed, { seesInn: inNoRow })}`;

export const inNoRow: RawBuilder<SqlBool> = sql.lit(false);

/**
 * Whether an individual has what was typed in his name, or in his ИНН where the asker sees it in full: by a number that he
 * sees masked he would learn it digit by digit. The text of the search holds both.
 * @param column the text of the search
 * @param seesInn whether the ИНН of a row is seen; `inNoRow` for none of them
 * @param holds how texts are looked at: by their index or one by one
 */
export function personHolds(
  column: string,
  typed: string,
  { seesInn, holds: look = indexedColumnHolds }: { seesInn: RawBuilder<SqlBool>; holds?: typeof indexedColumnHolds },
): RawBuilder<SqlBool> {
  if (!hasDigit(typed)) return look(column, typed);
  return seesInn === inNoRow ? inNoRow : sql<SqlBool>`(${look(column, typed)} and ${seesInn})`;
}
