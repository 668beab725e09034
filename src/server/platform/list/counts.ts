import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { exactTotal } from '#contract/kernel/page.ts';
import type { Db } from '../database/db.ts';
import { questionOf } from './list-order.ts';

/** A list that was longer than totals count is believed to be so for this long; shorter ones are counted each time. */
const longMs = 30_000;
/** So many long lists are remembered at one time; what was forgotten is counted again. */
const mostLong = 1_000;

/** When the lists that were too long to count may have become shorter, per database, by what was asked. */
const longLists = new WeakMap<object, Map<string, number>>();

/** The number of rows up to the most that totals count, and one more where there are more. */
export async function countList<Tables, Name extends keyof Tables>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const long = longLists.get(db) ?? new Map<string, number>();
  longLists.set(db, long);
  const question = questionOf(filtered);
  if ((long.get(question) ?? 0) > Date.now()) return exactTotal + 1;
  const count = await countUpTo(db, filtered, exactTotal + 1);
  if (count > exactTotal) {
    if (long.size >= mostLong) long.clear();
    long.set(question, Date.now() + longMs);
  }
  return count;
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
 * How many rows are in each of the given states, and in all of them (`all`); each number is exact up to the cap, then
 * it is the cap plus one. One capped count a state, so that a state with a million rows costs no more than 10 000.
 */
export async function countByState<Tables, Name extends keyof Tables>(
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

/** How many rows are in each state, exactly, and in all of them (`all`), by one look at every row. */
export async function countStates<Tables, Name extends keyof Tables>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  state: RawBuilder<string>,
  states: readonly string[],
): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from ${filtered.select(state.as('state'))} as listed group by 1`.execute(db);
  return complete(states, new Map(rows.map(({ state: name, count }) => [name, count])));
}

/** Every state with its number, and their sum. */
function complete(states: readonly string[], found: ReadonlyMap<string, number>): Record<string, number> {
  const counts = Object.fromEntries(states.map((state) => [state, found.get(state) ?? 0]));
  return { ...counts, all: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

/** The two tabs of a list of employees or operators. */
export const workingStates = ['active', 'inactive'] as const;
export const workingState = (column: string) =>
  sql<string>`case when ${sql.ref(column)} then 'active' else 'inactive' end`;

/** A table whose rows are counted by their status as they change (`counted` of the migrations). */
type CountedTable = 'individuals' | 'legal_entities';

/** How many rows of a whole table are in each status; `all` is their sum. */
async function readStoredCounts(
  db: Db,
  table: CountedTable,
  states: readonly string[],
): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('rowCounts')
    .select(['status', sql<number>`sum(rows)::bigint`.as('count')])
    .where('list', '=', table)
    .groupBy('status')
    .execute();
  return complete(states, new Map(rows.map(({ status, count }) => [status, count])));
}

/** Numbers of a list that the database keeps as its rows change, so that nobody has to count. */
export interface StoredCounts {
  /** The exact number of rows in these states, or in all, as SQL. */
  total(states: readonly string[] | undefined): RawBuilder<number>;
  /** How many rows are in each state, and in all of them (`all`). */
  counts(): Promise<Record<string, number>>;
}

/** The stored numbers of a whole table, for those who see every row. */
export const storedCounts = (db: Db, table: CountedTable, states: readonly string[]): StoredCounts => ({
  total(some) {
    const within = some ? sql`and status in (${sql.join(some)})` : sql``;
    return sql<number>`(select coalesce(sum(rows), 0)::bigint from row_counts where list = ${sql.lit(table)} ${within})`;
  },
  counts: () => readStoredCounts(db, table, states),
});

/** Whether a list is searched by nothing, and filtered by none but these. */
export const isFilteredOnlyBy = (
  { q, filter }: { q?: string | undefined; filter?: object | undefined },
  ...filters: readonly string[]
): boolean =>
  q === undefined &&
  Object.entries(filter ?? {}).every(([name, value]) => value === undefined || filters.includes(name));
