import type { Ctx } from '../ctx.ts';

/** Who reads a list, and where from. */
export type Reader = Pick<Ctx, 'db' | 'actor'>;

/** The page that somebody has read last of a list: where it stood, and the keys of its ends. */
interface Place {
  /** The offsets before which and from which the neighbouring pages lie. */
  from: number;
  to: number;
  first: readonly string[];
  last: readonly string[];
  until: number;
}

/** After so long a reader has gone on to something else, and gets the page as it stands by then. */
const lifeMs = 300_000;
/** Places kept at one time; the one used longest ago is forgotten. */
const mostPlaces = 2_000;

/** Places by reader and list, per database. Keys may be names of people, so they are never written anywhere. */
const kept = new WeakMap<object, Map<string, Place>>();

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
  const place = kept.get(reader.db)?.get(nameOf(reader, question));
  if (!place || !reader.actor || offset === 0 || place.until < Date.now()) return undefined;
  if (offset === place.to) return { after: place.last };
  return offset + limit === place.from ? { before: place.first } : undefined;
}

/** Keeps what somebody has read of a list. `keys` are those of the rows of the page, in its order. */
export function keepPlace(
  reader: Reader,
  question: string,
  offset: number,
  limit: number,
  keys: readonly (readonly string[])[],
): void {
  const places = kept.get(reader.db) ?? new Map<string, Place>();
  kept.set(reader.db, places);
  const name = nameOf(reader, question);
  places.delete(name);
  const [first] = keys;
  if (!first || !reader.actor) return;
  places.set(name, { from: offset, to: offset + limit, first, last: keys.at(-1)!, until: Date.now() + lifeMs });
  if (places.size > mostPlaces) places.delete(places.keys().next().value!);
}
