import type { RawBuilder, SqlBool } from 'kysely';
import { bookmarkLifeMs } from '#contract/kernel/page-bookmarks.ts';
import type { Ctx } from '../ctx.ts';
import { backwards, beyond, from, type Key, type Order } from './list-order.ts';

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

/** Longer ones go into no header. Names, the longest keys, make one of a fifth of it. */
const longest = 8_000;
/** Bookmarks of those who keep none themselves; the oldest is forgotten. */
const mostRemembered = 2_000;

/** Of the page read last, by session and list, per database. */
const rememberedByDatabase = new WeakMap<object, Map<string, { bookmark: Bookmark; until: number }>>();

/**
 * The bookmark by which a page is found, unless it stands by its number. A client who tells bookmarks gets from any node
 * what he would get from this one; for whoever tells none the node remembers the page that it has given his session last.
 */
export function bookmarkFor(reader: Reader, asked: AskedPage): Bookmark | undefined {
  const { told } = reader.bookmark;
  if (!reader.actor) return undefined;
  return told === undefined ? remembered(reader, asked) : opened(reader, asked, told);
}

/** Nobody but the reader himself opens it, and for nothing but the list that it is of: keys may be names of people. */
const contextOf = ({ actor }: Reader, { question }: AskedPage): string =>
  `page-bookmark ${actor!.accountId} ${question}`;

function opened(reader: Reader, asked: AskedPage, told: string): Bookmark | undefined {
  if (told.length > longest) return undefined;
  try {
    const [page, limit, first, last, isFromStart] = reader.app.secrets.open<Sealed>(contextOf(reader, asked), told);
    return limit === asked.limit ? { page, limit, first, last, isFromStart } : undefined;
  } catch {
    // It is of another list, of somebody else, or none at all.
    return undefined;
  }
}

/**
 * Gives the reader the bookmark of a page.
 * @param keys of the rows of the page, in its order
 * @param by the bookmark by which it was found
 */
export function giveBookmark(reader: Reader, asked: AskedPage, keys: readonly Key[], by: Bookmark | undefined): void {
  const [first] = keys;
  if (!first || !reader.actor) return;
  const { page, limit } = asked;
  const isFromStart = page === 1 || (by?.isFromStart ?? false);
  const last = keys.at(-1)!;
  if (reader.bookmark.told === undefined) {
    remember(reader, asked, { page, limit, first, last, isFromStart });
    return;
  }
  const sealed = reader.app.secrets.seal(contextOf(reader, asked), [page, limit, first, last, isFromStart]);
  if (sealed.length <= longest) reader.bookmark.given = sealed;
}

const nameOf = ({ actor }: Reader, { question }: AskedPage): string => `${actor!.sessionId} ${question}`;

/** Only the page before or behind him: a script that asks for any other means its number. */
function remembered(reader: Reader, asked: AskedPage): Bookmark | undefined {
  const found = rememberedByDatabase.get(reader.db)?.get(nameOf(reader, asked));
  if (!found || found.until < Date.now() || found.bookmark.limit !== asked.limit) return undefined;
  return found.bookmark.page === asked.page ? undefined : found.bookmark;
}

function remember(reader: Reader, asked: AskedPage, bookmark: Bookmark): void {
  const all = rememberedByDatabase.get(reader.db) ?? new Map<string, { bookmark: Bookmark; until: number }>();
  rememberedByDatabase.set(reader.db, all);
  const name = nameOf(reader, asked);
  all.delete(name);
  all.set(name, { bookmark, until: Date.now() + bookmarkLifeMs });
  if (all.size > mostRemembered) all.delete(all.keys().next().value!);
}

/** The rows of a page as a bookmark finds them: among which, and in which direction they are taken. */
export interface Slice {
  by: Bookmark;
  among: RawBuilder<SqlBool>;
  along: Order;
  isBackwards: boolean;
}

/**
 * Where a page begins, or ends, by a bookmark; undefined where that is of no page near it. Somebody comes backwards to the
 * first page by a bookmark only when he has not begun with it: for everybody else it is the list as it begins now.
 */
export function sliceBy(by: Bookmark | undefined, { page }: AskedPage, order: Order): Slice | undefined {
  if (!by || (page === 1 && by.isFromStart)) return undefined;
  const back = backwards(order);
  if (page === by.page + 1) return { by, among: beyond(order, by.last), along: order, isBackwards: false };
  if (page === by.page - 1) return { by, among: beyond(back, by.first), along: back, isBackwards: true };
  return page === by.page ? { by, among: from(order, by.first), along: order, isBackwards: false } : undefined;
}

/** Whether a bookmark has found no page: nothing is left of one that was read before, or the list begins here. */
export const isWorn = ({ by }: Slice, { page, limit }: AskedPage, rows: number): boolean =>
  page === by.page ? rows === 0 : page === 1 && rows < limit;
