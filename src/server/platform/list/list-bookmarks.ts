import type { RawBuilder, SqlBool } from 'kysely';
import { bookmarkLifeMs, noBookmark } from '#contract/kernel/page-bookmarks.ts';
import type { Ctx } from '../ctx.ts';
import { afterKey, fromKey, type Key, type Order, reversedOrder } from './list-order.ts';

/** Who reads a list, and where from. */
export type Reader = Pick<Ctx, 'app' | 'db' | 'actor' | 'bookmark'>;

/** A page that somebody has been given: its number and length, and the keys of its first and its last row. */
interface Bookmark {
  page: number;
  limit: number;
  first: Key;
  last: Key;
  /** Nothing that is in front of it has been passed over: its reader has begun with the first page. */
  isFromStart: boolean;
}
/** As it is sealed. */
type Sealed = [page: number, limit: number, first: Key, last: Key, isFromStart: boolean];

/** Which page of which list: what is asked for is known by its hash (`questionOf`). */
interface AskedPage {
  question: string;
  page: number;
  limit: number;
}

/** The most characters of a sealed bookmark: a header has no room for more. Names, the longest keys, need a fifth of that. */
const maxSealedLength = 8_000;
/** How many bookmarks a node keeps for those who send none; the oldest is forgotten. */
const maxRemembered = 2_000;

/** The bookmark of the page that a session was given last of a list, and the instant (ms) until which it counts. */
interface Remembered {
  bookmark: Bookmark;
  until: number;
}
/** By session and list. Each database has its own, because one process of the tests serves several. */
const rememberedByDatabase = new WeakMap<object, Map<string, Remembered>>();

/**
 * The bookmark by which a page is found; without one it is found by its number. A client who sends bookmarks gets the same
 * from every node; for one who sends none this node remembers the page that it has given to his session last.
 */
export function bookmarkFor(reader: Reader, asked: AskedPage): Bookmark | undefined {
  const { received } = reader.bookmark;
  if (!reader.actor || received === noBookmark) return undefined;
  return received === undefined ? rememberedBookmark(reader, asked) : openBookmark(reader, asked, received);
}

/** Only the reader himself opens it, and only for the very list: the keys in it may be names of people. */
const sealContext = ({ actor }: Reader, { question }: AskedPage): string =>
  `page-bookmark ${actor!.accountId} ${question}`;

function openBookmark(reader: Reader, asked: AskedPage, received: string): Bookmark | undefined {
  if (received.length > maxSealedLength) return undefined;
  try {
    const [page, limit, first, last, isFromStart] = reader.app.secrets.open<Sealed>(
      sealContext(reader, asked),
      received,
    );
    return limit === asked.limit ? { page, limit, first, last, isFromStart } : undefined;
  } catch {
    // It is of another list, of somebody else, or none at all.
    return undefined;
  }
}

/**
 * Gives the reader the bookmark of a page.
 * @param keys of the rows of the page, in its order
 * @param found the bookmark by which the page was found
 */
export function giveBookmark(
  reader: Reader,
  asked: AskedPage,
  keys: readonly Key[],
  found: Bookmark | undefined,
): void {
  const [first] = keys;
  if (!first || !reader.actor) return;
  const { page, limit } = asked;
  const isFromStart = page === 1 || (found?.isFromStart ?? false);
  const last = keys.at(-1)!;
  if (reader.bookmark.received === undefined) {
    remember(reader, asked, { page, limit, first, last, isFromStart });
    return;
  }
  const sealed = reader.app.secrets.seal(sealContext(reader, asked), [page, limit, first, last, isFromStart]);
  if (sealed.length <= maxSealedLength) reader.bookmark.issued = sealed;
}

const memoryKey = ({ actor }: Reader, { question }: AskedPage): string => `${actor!.sessionId} ${question}`;

/** Whoever asks for the same page again means its number. That the page is a neighbour of the remembered one, `sliceFrom` sees to. */
function rememberedBookmark(reader: Reader, asked: AskedPage): Bookmark | undefined {
  const found = rememberedByDatabase.get(reader.db)?.get(memoryKey(reader, asked));
  if (!found || found.until < Date.now() || found.bookmark.limit !== asked.limit) return undefined;
  return found.bookmark.page === asked.page ? undefined : found.bookmark;
}

function remember(reader: Reader, asked: AskedPage, bookmark: Bookmark): void {
  const all = rememberedByDatabase.get(reader.db) ?? new Map<string, Remembered>();
  rememberedByDatabase.set(reader.db, all);
  const name = memoryKey(reader, asked);
  all.delete(name);
  all.set(name, { bookmark, until: Date.now() + bookmarkLifeMs });
  if (all.size > maxRemembered) all.delete(all.keys().next().value!);
}

/** How a page is read by a bookmark: the condition on its rows, and the order in which they are taken. */
export interface Slice {
  bookmark: Bookmark;
  where: RawBuilder<SqlBool>;
  order: Order;
  isBackwards: boolean;
}

/**
 * How to read a page by a bookmark: the page after it, before it, or the same again; undefined for any other page. Whoever
 * has begun with the first page finds it without a bookmark, as the list begins now.
 */
export function sliceFrom(bookmark: Bookmark | undefined, { page }: AskedPage, order: Order): Slice | undefined {
  if (!bookmark || (page === 1 && bookmark.isFromStart)) return undefined;
  const onwards = { bookmark, order, isBackwards: false };
  if (page === bookmark.page + 1) return { ...onwards, where: afterKey(order, bookmark.last) };
  if (page === bookmark.page) return { ...onwards, where: fromKey(order, bookmark.first) };
  if (page !== bookmark.page - 1) return undefined;
  const back = reversedOrder(order);
  return { bookmark, order: back, isBackwards: true, where: afterKey(back, bookmark.first) };
}

/**
 * Whether a bookmark leads nowhere any more, so that the page is read by its number: all rows of the page are gone, or too few
 * are left before the second page to fill the first. A page after the last one is empty by right.
 */
export function isStale({ bookmark }: Slice, { page, limit }: AskedPage, rows: number): boolean {
  if (page === bookmark.page) return rows === 0;
  return page === 1 && rows < limit;
}
