import { type OrderByExpression, type SelectQueryBuilder, sql } from 'kysely';
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
  orders: Readonly<Record<Sort, { columns: readonly string[]; first: 1 | -1 }>>,
  query: ListQuery<Sort>,
): Promise<Page<Row>> {
  const offset = (query.page - 1) * query.limit;
  let rows = select(filtered);
  for (const { column, direction } of orderOf(orders, query.sort)) {
    rows = rows.orderBy(sql.ref(column) as OrderByExpression<Tables, Name, Row>, direction === 1 ? 'asc' : 'desc');
  }
  const items = (await rows.limit(query.limit).offset(offset).execute()) as Row[];
  const known = items.length < query.limit && (items.length > 0 || query.page === 1);
  const total = known ? offset + items.length : await countUpTo(db, filtered, exactTotal + 1);
  return { items, total: Math.min(total, exactTotal), more: total > exactTotal, page: query.page, limit: query.limit };
}

function orderOf<Sort extends string>(
  orders: Readonly<Record<Sort, { columns: readonly string[]; first: 1 | -1 }>>,
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

/** The pattern of a substring search: what the person typed, with nothing of it acting as a wildcard. */
export const containing = (typed: string): string => `%${typed.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
