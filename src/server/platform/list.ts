import { type OrderByExpression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { exactTotal } from '#contract/kernel/page.ts';
import type { Db } from './db.ts';

/** The parsed query of a list, as `listQuery` of the contract makes it. */
export interface ListQuery<Sort extends string> {
  page: number;
  limit: number;
  sort?: Partial<Record<Sort, 1 | -1>> | undefined;
  q?: string | undefined;
}

export interface Page<Row> {
  items: Row[];
  total: number;
  more: boolean;
  page: number;
  limit: number;
}

/**
 * Reads one page of a list and its total. The total is exact up to 10 000; beyond that counting would cost more than
 * the page itself, so the answer says "more".
 * @param filtered the rows of the list: tables, scope, filters and search, nothing selected yet
 * @param select adds the columns of one row
 * @param orders SQL columns of each sort key, the first key being the default; `id` always breaks ties
 */
export async function readPage<Tables, Name extends keyof Tables, Row, Sort extends string>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  select: (query: SelectQueryBuilder<Tables, Name, object>) => SelectQueryBuilder<Tables, Name, Row>,
  orders: Orders<Sort>,
  query: ListQuery<Sort>,
): Promise<Page<Row>> {
  const offset = (query.page - 1) * query.limit;
  const rows = inOrder(select(filtered), orders, query.sort);
  const items = (await rows.limit(query.limit).offset(offset).execute()) as Row[];
  const known = items.length < query.limit && (items.length > 0 || query.page === 1);
  const total = known ? offset + items.length : await countUpTo(db, filtered, exactTotal + 1);
  return { items, total: Math.min(total, exactTotal), more: total > exactTotal, page: query.page, limit: query.limit };
}

/** The columns behind each sort key of a list and the direction in which it starts. */
type Orders<Sort extends string> = Readonly<Record<Sort, { columns: readonly string[]; first: 1 | -1 }>>;

/** Puts the rows into the order asked for, or into that of the first key. */
export function inOrder<Tables, Name extends keyof Tables, Row, Sort extends string>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  orders: Orders<Sort>,
  sort: Partial<Record<Sort, 1 | -1>> | undefined,
): SelectQueryBuilder<Tables, Name, Row> {
  return orderOf(orders, sort).reduce(
    (ordered, { column, direction }) =>
      ordered.orderBy(sql.ref(column) as OrderByExpression<Tables, Name, Row>, direction === 1 ? 'asc' : 'desc'),
    rows,
  );
}

function orderOf<Sort extends string>(
  orders: Orders<Sort>,
  sort: Partial<Record<Sort, 1 | -1>> | undefined,
): { column: string; direction: 1 | -1 }[] {
  const [key] = (Object.keys(sort ?? {}) as Sort[]).concat(Object.keys(orders) as Sort[]);
  const order = orders[key!];
  const direction = sort?.[key!] ?? order.first;
  return order.columns.map((column) => ({ column, direction }));
}

async function countUpTo<Tables, Name extends keyof Tables>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  cap: number,
): Promise<number> {
  const capped = filtered.select(sql<number>`1`.as('one')).limit(cap);
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${capped} as counted`.execute(db);
  return rows[0]!.count;
}

/**
 * How many rows stand in each of the given states, and in all of them (`all`); each number is exact up to the cap, then
 * it is the cap plus one. One capped count a state, so that a state with a million rows costs no more than 10 000.
 */
export async function countBy<Tables, Name extends keyof Tables>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  column: string,
  states: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const state of states) {
    counts[state] = await countUpTo(db, filtered.where(sql<SqlBool>`${sql.ref(column)} = ${state}`), exactTotal + 1);
  }
  const sum = Object.values(counts).reduce((total, count) => total + count, 0);
  return { ...counts, all: Math.min(sum, exactTotal + 1) };
}

/** The instant at which a Moscow day begins, `plus` days later: filters by day compare instants. */
export const moscowMidnight = (day: string, plus = 0) =>
  sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone 'Europe/Moscow')`;

/** The pattern of a substring search: what the person typed, with nothing of it acting as a wildcard. */
export const containing = (typed: string): string => `%${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
