import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { exactTotal } from '#contract/kernel/page.ts';
import { plainWords } from '#domain/values/plain-words.ts';
import type { Db } from '../database/db.ts';
import { anchoredBefore, farOffset, spacing } from './list-anchors.ts';
import { backwards, beyond, keysOf, type Order, type Orders, ordered, orderOf, questionOf } from './list-order.ts';
import { keepPlace, neighbourOf, type Reader } from './list-places.ts';

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
 * the page itself, so the answer says "more", unless the total is kept ready. Whoever reads page by page loses no row,
 * whatever others write meanwhile (docs/decisions/0060).
 * @param reader whose pages these are, on which database
 * @param filtered the rows of the list: its table, scope, filters and search, nothing selected yet. Tables that only give
 * columns are better joined by `select`: then the place of a far page is found in an index alone
 * @param select adds the columns of one row
 * @param orders SQL columns of each sort key, the first key being the default; `id` always breaks ties
 * @param shortcuts what makes the list quick when it is long
 */
export async function readPage<
  Tables,
  Name extends keyof Tables,
  Wider,
  WiderName extends keyof Wider,
  Row,
  Sort extends string,
>(
  reader: Reader,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  select: (query: SelectQueryBuilder<Tables, Name, object>) => SelectQueryBuilder<Wider, WiderName, Row>,
  orders: Orders<Sort>,
  query: ListQuery<Sort>,
  { kept, search }: Shortcuts = {},
): Promise<Page<Row>> {
  const { db } = reader;
  const { page, limit } = query;
  const offset = (page - 1) * limit;
  const order = orderOf(orders, query.sort);
  const cut = (rows: SelectQueryBuilder<Tables, Name, object>, total: RawBuilder<number> | undefined, along = order) =>
    select(ordered(rows, along))
      .select(keyOf(order).as(keyOfRow))
      .$if(total !== undefined, (some) => some.select(total!.as(keptTotal)))
      .modifyEnd(first(limit));
  const answer = (items: Row[], total: number, more = false): Page<Row> => ({ items, total, more, page, limit });

  if (search) {
    const found = await readFound(db, filtered, search, (rows, total) => cut(rows, total).offset(offset));
    if (found) return answer(found.items, found.total);
    // Somebody has typed what every tenth one is called: the list is walked in its order until the page is full.
    const holding = filtered.where(search.holds);
    const walked = (await cut(holding, undefined).offset(offset).execute()) as Row[];
    const counted = search.alone ? exactTotal + 1 : await countList(db, holding);
    return answer(walked, Math.min(counted, exactTotal), counted > exactTotal);
  }
  const question = questionOf(ordered(keysOf(filtered, order), order));
  const neighbour = neighbourOf(reader, question, offset, limit);
  const before = neighbour && 'before' in neighbour && filtered.where(beyond(backwards(order), neighbour.before));
  const after = neighbour && 'after' in neighbour && filtered.where(beyond(order, neighbour.after));
  let rows = after ? cut(after, kept) : before ? cut(before, kept, backwards(order)) : undefined;
  // What a search finds has no index in the order of the list, so its pages are cut from the whole.
  if (!rows && query.q !== undefined) rows = cut(filtered, kept).offset(offset);
  rows ??= cut(offset === 0 ? filtered : await startingAt(db, filtered, order, offset), kept);
  const items = (await rows.execute()) as (Row & Added)[];
  if (before) items.reverse();
  const keys = items.map((row) => row[keyOfRow]);
  keepPlace(reader, question, offset, limit, keys);
  const total = items[0]?.[keptTotal] ?? (kept && (await readNumber(db, kept)));
  if (total !== undefined) return answer(items, total);
  // What is beside an earlier page stands no more at the offset that it is asked by.
  const isAtOffset = !neighbour && (items.length > 0 || page === 1);
  if (isAtOffset && items.length < limit) return answer(items, offset + items.length);
  const counted = await countList(db, filtered);
  return answer(items, Math.min(counted, exactTotal), counted > exactTotal);
}

const readNumber = async (db: Db, number: RawBuilder<number>): Promise<number> =>
  (await sql<{ number: number }>`select ${number} as number`.execute(db)).rows[0]!.number;

/** What makes a long list quick. */
interface Shortcuts {
  /** The exact total as SQL, where somebody keeps it. */
  kept?: RawBuilder<number> | undefined;
  /** What is searched for, where it is not among the filters already. */
  search?: Search | undefined;
}

/** A search over a long table, said in two ways: one for a few finds and one for many. */
export interface Search {
  /** The column of the table's own id. */
  id: string;
  /** The ids of what is found, by the indexes of the search; an id may come twice, but no oftener. */
  ids: Expression<unknown>;
  /** Whether one row is found, said so that the database sees how many will be. */
  holds: RawBuilder<SqlBool>;
  /** The list is filtered by nothing else, so that all that is found belongs to it. */
  alone: boolean;
}

/** Of more finds than this a page is not chosen; the list is walked instead. */
const mostFound = 50_000;

/**
 * The page of what a search has found and how much it is, both from one look into the index; undefined when that is
 * more than totals count. Ids go on as arrays: those are made once and looked up one by one, however wrong the database
 * is about how many there will be.
 */
async function readFound<Tables, Name extends keyof Tables, Wider, WiderName extends keyof Wider, Row>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  { id, ids, alone }: Search,
  cut: (
    rows: SelectQueryBuilder<Tables, Name, object>,
    total: RawBuilder<number>,
  ) => SelectQueryBuilder<Wider, WiderName, Row>,
): Promise<{ items: Row[]; total: number } | undefined> {
  const key = sql.ref(id);
  const among = (name: string) => sql<SqlBool>`${key} = any(array(select id from ${sql.table(name)}))`;
  const numberOf = (name: string) => sql<number>`(select count(*) from ${sql.table(name)})`;
  const some = filtered
    .where(sql<SqlBool>`${among('ids')} and ${numberOf('ids')} <= ${sql.lit(mostFound)}`)
    .select(key.as('id'))
    .modifyEnd(first(exactTotal + 1));
  const looked = alone
    ? sql`with found as materialized (select distinct id from (${ids} ${first(2 * exactTotal + 1)}) as twice)`
    : sql`with ids as materialized (${ids} ${first(mostFound + 1)}), found as materialized (${some})`;
  const few = filtered.where(sql<SqlBool>`${among('found')} and ${numberOf('found')} <= ${sql.lit(exactTotal)}`);
  // Joined to the one row of the numbers, the page keeps its order, and an empty one still tells them.
  const { rows } = await sql<Row & { [keptTotal]: number | null; idsTotal: number; foundTotal: number }>`
    ${looked}, page as (${cut(few, numberOf('found'))})
    select page.*, ids_total, found_total
    from (select ${numberOf(alone ? 'found' : 'ids')} as ids_total, ${numberOf('found')} as found_total) as numbers
    left join page on true`.execute(db);
  const { idsTotal, foundTotal } = rows[0]!;
  if (foundTotal > exactTotal || idsTotal > mostFound) return undefined;
  return { items: rows.filter((row) => row[keptTotal] !== null), total: foundTotal };
}

/** A number known to the plan: with an index behind each order, the plan of a page holds for any values. */
const first = (rows: number) => sql`fetch first ${sql.lit(rows)} rows only`;

/** They come with every row, to save a way to the database; answers drop what their contract does not know. */
const keptTotal = 'keptTotal';
const keyOfRow = 'keyOfRow';
interface Added {
  keptTotal?: number;
  keyOfRow: string[];
}
/** Keys travel as texts: a `Date` would lose the microseconds. */
const keyOf = ({ columns }: Order) => sql<string[]>`array[${sql.join(columns.map((column) => sql`${column}::text`))}]`;

/**
 * The rows from an offset on. The place where they begin is looked for in the keys of the order alone, which an index
 * holds, from an anchor where the place is far.
 */
async function startingAt<Tables, Name extends keyof Tables>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  order: Order,
  offset: number,
): Promise<SelectQueryBuilder<Tables, Name, object>> {
  const anchor = offset < farOffset ? null : await anchoredBefore(db, filtered, order, offset);
  const rest = anchor ? filtered.where(beyond(order, anchor.key)) : filtered;
  // Told how few keys the place is among, the database keeps one plan for all pages instead of planning each anew.
  const near = ordered(keysOf(rest, order), order).modifyEnd(first((anchor ? spacing : farOffset) + 1));
  const keys = order.columns.map((_, index) => sql.ref(`k${index}`));
  const along = sql.raw(order.direction === 1 ? 'asc' : 'desc');
  const start = sql`(select ${sql.join(keys)} from ${near} as near
    order by ${sql.join(keys.map((key) => sql`${key} ${along}`))} offset ${offset - (anchor?.position ?? 0)} ${first(1)})`;
  const sign = sql.raw(order.direction === 1 ? '>=' : '<=');
  return filtered.where(sql<SqlBool>`(${sql.join(order.columns)}) ${sign} ${start}`);
}

/** Puts the rows into the order asked for, or into that of the first key. */
export const inOrder = <Tables, Name extends keyof Tables, Row, Sort extends string>(
  rows: SelectQueryBuilder<Tables, Name, Row>,
  orders: Orders<Sort>,
  sort: Partial<Record<Sort, 1 | -1>> | undefined,
): SelectQueryBuilder<Tables, Name, Row> => ordered(rows, orderOf(orders, sort));

/** A list that was longer than totals count is believed to be so for this long; shorter ones are counted each time. */
const longMs = 30_000;
/** So many long lists are remembered at one time; what was forgotten is counted again. */
const mostLong = 1_000;

/** When the lists that were too long to count may have become shorter, per database, by what was asked. */
const longLists = new WeakMap<object, Map<string, number>>();

/** The number of rows up to the most that totals count, and one more where there are more. */
async function countList<Tables, Name extends keyof Tables>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
): Promise<number> {
  const long = longLists.get(db) ?? new Map<string, number>();
  longLists.set(db, long);
  const question = questionOf(filtered);
  if ((long.get(question) ?? 0) > Date.now()) return exactTotal + 1;
  const count = await countUpTo(db, filtered, exactTotal + 1);
  if (long.size >= mostLong) long.clear();
  if (count > exactTotal) long.set(question, Date.now() + longMs);
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

/** How many rows of a short list stand in each state, exactly, and in all of them (`all`). */
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

/** The two tabs of a list of staff. */
export const workingStates = ['active', 'inactive'] as const;
export const working = (column: string) => sql<string>`case when ${sql.ref(column)} then 'active' else 'inactive' end`;

/** A table whose rows are counted by their status as they change (`counted` of the migrations). */
type CountedTable = 'individuals' | 'legal_entities';

/** How many rows of a whole table stand in each status; `all` is their sum. For those who see every row. */
export async function keptCounts(
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

/** What kept counts know the number of: all rows, or those in some statuses. */
interface CountedQuery {
  q?: string | undefined;
  filter?: { verificationStatus?: readonly string[] | undefined } | undefined;
}

/** The exact total of a list from its kept counts, or undefined when it is filtered by more than the status. */
export function keptTotalOf(table: CountedTable, { q, filter = {} }: CountedQuery): RawBuilder<number> | undefined {
  if (!isWhole({ q, filter })) return undefined;
  const statuses = filter.verificationStatus;
  const within = statuses ? sql`and status in (${sql.join(statuses)})` : sql``;
  return sql<number>`(select coalesce(sum(rows), 0)::bigint from row_counts where list = ${sql.lit(table)} ${within})`;
}

/** Whether nothing but the status is filtered by. */
export const isWhole = ({ q, filter = {} }: CountedQuery): boolean =>
  q === undefined &&
  Object.entries(filter).every(([key, value]) => value === undefined || key === 'verificationStatus');

/** The instant at which a Moscow day begins, `plus` days later: filters by day compare instants. */
export const moscowMidnight = (day: string, plus = 0) =>
  sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone 'Europe/Moscow')`;

/**
 * The same where the list is ordered by that very instant. The index of the order then serves any days, so the database
 * is not shown them and keeps one plan, instead of planning anew for each.
 */
export const midnightInOrder = (day: string, plus = 0) => sql<Date>`(select ${moscowMidnight(day, plus)})`;

/** Whether the texts of a row, put together, hold what was typed. For lists too short for an index. */
export const holds = (typed: string, ...columns: readonly string[]) =>
  textHolds(sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(column)))})`, typed);

/** The same of one text. */
export const textHolds = (text: RawBuilder<unknown>, typed: string) =>
  sql<SqlBool>`plain_words(${text} collate "ru-x-icu") like ${containing(typed)}`;

/** The pattern of a substring search: what the person typed, with nothing of it acting as a wildcard. */
export const containing = (typed: string): string => `%${plainWords(typed).replace(/[\\%_]/g, '\\$&')}%`;
