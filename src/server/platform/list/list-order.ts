import { createHash } from 'node:crypto';
import { type OrderByExpression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** A column of an order, or an expression over one. It must never be null: rows are found again by it. */
type OrderColumn = string | RawBuilder<unknown>;

/** The columns behind each sort key of a list, the last of them unique, and the direction in which it starts. */
export type Orders<Sort extends string> = Readonly<
  Record<Sort, { columns: readonly OrderColumn[]; direction: 1 | -1 }>
>;

/** The columns of the order asked for, all in one direction. */
export interface Order {
  columns: readonly RawBuilder<unknown>[];
  direction: 1 | -1;
}

/** The sort key asked for, or the first one where none is. */
export const sortKeyOf = <Sort extends string>(
  orders: Orders<Sort>,
  sort: Partial<Record<Sort, 1 | -1>> | undefined,
): Sort => [...(Object.keys(sort ?? {}) as Sort[]), ...(Object.keys(orders) as Sort[])][0]!;

/** The order of a sort key, or that of the first key where none is asked for. */
export function orderOf<Sort extends string>(
  orders: Orders<Sort>,
  sort: Partial<Record<Sort, 1 | -1>> | undefined,
): Order {
  const key = sortKeyOf(orders, sort);
  const { columns, direction } = orders[key];
  return {
    columns: columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)),
    direction: sort?.[key] ?? direction,
  };
}

export const inOrderOf = <Tables, Name extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  { columns, direction }: Order,
): SelectQueryBuilder<Tables, Name, Row> =>
  columns.reduce(
    (sorted, column) =>
      sorted.orderBy(column as OrderByExpression<Tables, Name, Row>, direction === 1 ? 'asc' : 'desc'),
    rows,
  );

/** The keys of the order alone, as k0, k1, …: an index holds them, so the rows themselves need not be read. */
export const keysOf = <Tables, Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, object>,
  { columns }: Order,
) => rows.select(columns.map((column, index) => column.as(`k${index}`)));

/** What a list asks for, to know it again. It holds what people searched by, so only its hash is kept. */
export function questionOf(rows: { compile(): { sql: string; parameters: readonly unknown[] } }): string {
  const { sql: text, parameters } = rows.compile();
  return createHash('sha256')
    .update(JSON.stringify([text, parameters]))
    .digest('base64');
}

export const reversedOrder = ({ columns, direction }: Order): Order => ({
  columns,
  direction: direction === 1 ? -1 : 1,
});

/** What the columns of an order hold in one row, as texts: a `Date` would lose the microseconds. */
export type Key = readonly string[];

/** The rows that come after a key in an order. */
export const afterKey = ({ columns, direction }: Order, key: Key) =>
  sql<SqlBool>`(${sql.join(columns)}) ${sql.raw(direction === 1 ? '>' : '<')} (${sql.join(key)})`;

/** The same with the row of the key itself. */
export const fromKey = ({ columns, direction }: Order, key: Key) =>
  sql<SqlBool>`(${sql.join(columns)}) ${sql.raw(direction === 1 ? '>=' : '<=')} (${sql.join(key)})`;

/** Puts the rows into the order asked for, or into that of the first key. */
export const sortedBy = <Tables, Name extends keyof Tables, Row, Sort extends string>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  orders: Orders<Sort>,
  sort: Partial<Record<Sort, 1 | -1>> | undefined,
): SelectQueryBuilder<Tables, Name, Row> => inOrderOf(rows, orderOf(orders, sort));
