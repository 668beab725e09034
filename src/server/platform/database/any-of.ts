import { sql } from 'kysely';

/**
 * Any of these numbers, to be compared with a column: `.where('id', '=', anyOf(ids))`. However many they are the statement is the same, so
 * that it is planned once (prepared.ts), and none of them is nothing.
 */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${ids}::bigint[])`;
