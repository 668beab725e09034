import type { Ctx } from '../ctx.ts';

/** Who reads a list, and where from. */
export type Reader = Pick<Ctx, 'db' | 'actor'>;

/** The page that somebody has read last of a list: where it stood, and the keys of its ends. */
interface ReadPage {
  /** The offsets before which and from which the neighbouring pages lie. */
  from: number;
  to: number;
  first: readonly string[];
  last: readonly string[];
  until: number;
}

/** After so long a reader has gone on to something else, and gets the page as it stands by then. */
const lifeMs = 300_000;
/** Pages remembered at one time; the one read longest ago is forgotten. */
const mostPages = 2_000;

/** Pages by reader and list, per database. Keys may be names of people, so they are never written anywhere. */
const pagesByDatabase = new WeakMap<object, Map<string, ReadPage>>();

const nameOf = (reader: Reader, question: string): string => `${reader.actor?.sessionId ?? ''} ${question}`;

/**
 * Where a page begins or ends when it is the neighbour of the one that the reader has read last: then it goes on from
 * there, so that rows which came or went meanwhile push none past him. The first page is always the beginning.
 */
export function neighbourOf(
  reader: Reader,
  question: string,
  offset: number,
  limit: number,
): { after: readonly string[] } | { before: readonly string[] } | undefined {
  const page = pagesByDatabase.get(reader.db)?.get(nameOf(reader, question));
  if (!page || !reader.actor || offset === 0 || page.until < Date.now()) return undefined;
  if (offset === page.to) return { after: page.last };
  return offset + limit === page.from ? { before: page.first } : undefined;
}

/** Remembers the page that somebody has read of a list. `keys` are those of the rows of the page, in its order. */
export function rememberPage(
  reader: Reader,
  question: string,
  offset: number,
  limit: number,
  keys: readonly (readonly string[])[],
): void {
  const pages = pagesByDatabase.get(reader.db) ?? new Map<string, ReadPage>();
  pagesByDatabase.set(reader.db, pages);
  const name = nameOf(reader, question);
  pages.delete(name);
  const [first] = keys;
  if (!first || !reader.actor) return;
  pages.set(name, { from: offset, to: offset + limit, first, last: keys.at(-1)!, until: Date.now() + lifeMs });
  if (pages.size > mostPages) pages.delete(pages.keys().next().value!);
}
