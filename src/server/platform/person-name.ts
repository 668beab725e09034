import { type RawBuilder, sql } from 'kysely';

/** The name of an account's person, whatever his kind; people of the platform are named in decisions and histories. */
export const personName = (accountId: RawBuilder<number | null> | string): RawBuilder<string | null> => {
  const id = typeof accountId === 'string' ? sql.ref(accountId) : accountId;
  return sql<string | null>`(
    select concat_ws(' ', last_name, first_name, middle_name) from operators where account_id = ${id}
    union all select concat_ws(' ', last_name, first_name, middle_name) from employees where account_id = ${id}
    union all select concat_ws(' ', last_name, first_name, middle_name) from individuals where account_id = ${id}
    limit 1)`;
};
