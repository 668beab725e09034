import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { exactTotal } from '#contract/kernel/page.ts';
import type { Db } from '../database/db.ts';
import { countList } from './counts.ts';
import { anchorBefore, anchorSpacing, farOffset } from './list-anchors.ts';
import { bookmarkFor, giveBookmark, isStale, type Reader, type Slice, sliceFrom } from './list-bookmarks.ts';
import { afterKey, inOrderOf, type Key, keysOf, type Order, type Orders, orderOf, questionOf } from './list-order.ts';

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
 * whatever others write meanwhile, on whatever node (docs/decisions/0118).
 * @param reader whose pages these are, on which database
 * @param filtered the rows of the list: its table, scope, filters and search, nothing selected yet. Tables that only give
 * columns are better joined by `select`: then the place of a far page is found in an index alone
 * @param select adds the columns of one row
 * @param orders SQL columns of each sort key, the first key being the default; `id` always breaks ties
 * @param storedTotal the exact total, where it is kept ready
 * @param search how to search a long table quickly
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
  { storedTotal, search }: Shortcuts = {},
): Promise<Page<Row>> {
  const { db } = reader;
  const { page, limit } = query;
  const offset = (page - 1) * limit;
  const order = orderOf(orders, query.sort);
  const holding = search ? filtered.where(search.holds) : filtered;
  const cut = (rows: SelectQueryBuilder<Tables, Name, object>, total: RawBuilder<number> | undefined, along = order) =>
    select(inOrderOf(rows, along))
      .select(keyOf(order).as(keyOfRow))
      .$if(total !== undefined, (some) => some.select(total!.as(totalColumn)))
      .modifyEnd(first(limit));
  const cutAt = (
    rows: SelectQueryBuilder<Tables, Name, object>,
    total: RawBuilder<number> | undefined,
    slice: Slice | undefined,
  ) => (slice ? cut(rows.where(slice.where), total, slice.order) : cut(rows, total).offset(offset));

  const read = async (slice: Slice | undefined): Promise<Found<Row>> => {
    if (search) {
      const hits = await readHits(db, filtered, search, (rows, total) => cutAt(rows, total, slice));
      if (hits) return hits;
      // Somebody has typed what every tenth one is called: the list is walked in its order until the page is full.
      const walked = (await cutAt(holding, undefined, slice).execute()) as (Row & Added)[];
      return { items: walked, total: search.alone ? exactTotal + 1 : await countList(db, holding) };
    }
    // What a search finds has no index in the order of the list, so its pages are cut from the whole.
    const rows =
      slice || query.q !== undefined
        ? cutAt(filtered, storedTotal, slice)
        : cut(offset === 0 ? filtered : await startingAt(db, filtered, order, offset), storedTotal);
    const items = (await rows.execute()) as (Row & Added)[];
    const stored = items[0]?.[totalColumn] ?? (storedTotal && (await readNumber(db, storedTotal)));
    if (stored !== undefined) return { items, total: stored, isStored: true };
    // What a bookmark has found is no more at the offset that it is asked by.
    const isAtOffset = !slice && (items.length > 0 || page === 1);
    if (isAtOffset && items.length < limit) return { items, total: offset + items.length };
    return { items, total: await countList(db, filtered) };
  };

  const asked = { question: questionOf(inOrderOf(keysOf(holding, order), order)), page, limit };
  let slice = sliceFrom(bookmarkFor(reader, asked), asked, order);
  let found = await read(slice);
  if (slice && isStale(slice, asked, found.items.length)) {
    slice = undefined;
    found = await read(slice);
  }
  const { total, isStored = false } = found;
  const items = slice?.isBackwards ? found.items.toReversed() : found.items;
  const keys = items.map((row) => row[keyOfRow]);
  giveBookmark(reader, asked, keys, slice?.bookmark);
  const more = !isStored && total > exactTotal;
  return { items, total: more ? exactTotal : total, more, page, limit };
}

/** Rows of a page, and how many the list has: exactly where that is kept, otherwise up to one more than totals count. */
interface Found<Row> {
  items: (Row & Added)[];
  total: number;
  isStored?: boolean;
}

const readNumber = async (db: Db, number: RawBuilder<number>): Promise<number> =>
  (await sql<{ number: number }>`select ${number} as number`.execute(db)).rows[0]!.number;

/** What makes a long list quick. */
interface Shortcuts {
  /** The exact total as SQL, where somebody keeps it. */
  storedTotal?: RawBuilder<number> | undefined;
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
const mostHits = 50_000;

/**
 * The page of what a search has found and how much it is, both from one look into the index; undefined when that is
 * more than totals count. Ids go on as arrays: those are made once and looked up one by one, however wrong the database
 * is about how many there will be.
 */
async function readHits<Tables, Name extends keyof Tables, Wider, WiderName extends keyof Wider, Row>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  { id, ids, alone }: Search,
  cut: (
    rows: SelectQueryBuilder<Tables, Name, object>,
    total: RawBuilder<number>,
  ) => SelectQueryBuilder<Wider, WiderName, Row>,
): Promise<Found<Row> | undefined> {
  const key = sql.ref(id);
  const isIn = (name: string) => sql<SqlBool>`${key} = any(array(select id from ${sql.table(name)}))`;
  const numberOf = (name: string) => sql<number>`(select count(*) from ${sql.table(name)})`;
  const some = filtered
    .where(sql<SqlBool>`${isIn('ids')} and ${numberOf('ids')} <= ${sql.lit(mostHits)}`)
    .select(key.as('id'))
    .modifyEnd(first(exactTotal + 1));
  const looked = alone
    ? sql`with found as materialized (select distinct id from (${ids} ${first(2 * exactTotal + 1)}) as twice)`
    : sql`with ids as materialized (${ids} ${first(mostHits + 1)}), found as materialized (${some})`;
  const few = filtered.where(sql<SqlBool>`${isIn('found')} and ${numberOf('found')} <= ${sql.lit(exactTotal)}`);
  // Joined to the one row of the numbers, the page keeps its order, and an empty one still has them.
  const { rows } = await sql<Row & Added & { [totalColumn]: number | null; idsTotal: number; hitsTotal: number }>`
    ${looked}, page as (${cut(few, numberOf('found'))})
    select page.*, ids_total, hits_total
    from (select ${numberOf(alone ? 'found' : 'ids')} as ids_total, ${numberOf('found')} as hits_total) as numbers
    left join page on true`.execute(db);
  const { idsTotal, hitsTotal } = rows[0]!;
  if (hitsTotal > exactTotal || idsTotal > mostHits) return undefined;
  return { items: rows.filter((row) => row[totalColumn] !== null), total: hitsTotal };
}

/** A number known to the plan: with an index behind each order, the plan of a page holds for any values. */
const first = (rows: number) => sql`fetch first ${sql.lit(rows)} rows only`;

/** They come with every row, to save a way to the database; answers drop what their contract does not know. */
const totalColumn = 'storedTotal';
const keyOfRow = 'keyOfRow';
interface Added {
  storedTotal?: number | null;
  keyOfRow: Key;
}
const keyOf = ({ columns }: Order) => sql<Key>`array[${sql.join(columns.map((column) => sql`${column}::text`))}]`;

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
  const anchor = offset < farOffset ? null : await anchorBefore(db, filtered, order, offset);
  const rest = anchor ? filtered.where(afterKey(order, anchor.key)) : filtered;
  // Told how few keys the place is among, the database keeps one plan for all pages instead of planning each anew.
  const near = inOrderOf(keysOf(rest, order), order).modifyEnd(first((anchor ? anchorSpacing : farOffset) + 1));
  const keys = order.columns.map((_, index) => sql.ref(`k${index}`));
  const along = sql.raw(order.direction === 1 ? 'asc' : 'desc');
  const start = sql`(select ${sql.join(keys)} from ${near} as near
    order by ${sql.join(keys.map((key) => sql`${key} ${along}`))} offset ${offset - (anchor?.position ?? 0)} ${first(1)})`;
  const sign = sql.raw(order.direction === 1 ? '>=' : '<=');
  return filtered.where(sql<SqlBool>`(${sql.join(order.columns)}) ${sign} ${start}`);
}
