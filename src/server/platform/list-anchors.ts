import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './db.ts';
import { beyond, keysOf, type Order, ordered, questionOf } from './list-order.ts';

/** Pages that begin nearer than this are found by counting from the start. */
export const farOffset = 1_000;
/** An anchor is laid at every so many rows. */
export const spacing = 250;
/** So many rows are walked over by one statement: a walk over millions would be longer than a statement may take. */
const stride = 10_000;
/** Anchors are forgotten after this long: meanwhile rows that came or went may shift far pages, but never split them. */
const lifeMs = 30_000;
/** Lists with anchors at one time; the one used longest ago is forgotten. */
const mostLists = 50;

/** A row of a list by the key of its order, and how many rows of the list stand up to it, itself included. */
interface Anchor {
  position: number;
  key: readonly string[];
}
interface Walked {
  anchors: Anchor[];
  /** How many rows of the list are walked over. */
  upTo: number;
  until: number;
  /** The walk under way: who comes meanwhile waits for it instead of walking the same way. */
  walk: Promise<void>;
}

/** Anchors of lists by what was asked, per database. */
const kept = new WeakMap<object, Map<string, Walked>>();

/**
 * The last anchor before an offset. Where the way there is not walked yet, it is now, and anchors are laid on it: that
 * costs what counting all those rows costs, and from then on every page up to there begins near an anchor.
 */
export async function anchoredBefore<Tables, Name extends keyof Tables>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  order: Order,
  offset: number,
): Promise<Anchor | null> {
  const walked = walkedOf(db, questionOf(ordered(keysOf(filtered, order), order)));
  // A walk that failed has failed for the one who asked for it; the next one tries again.
  const lay: Laying = (from, rows) => anchorsAfter(db, filtered, order, from, rows);
  walked.walk = walked.walk.catch(() => undefined).then(() => walkTo(walked, offset, lay));
  await walked.walk;
  return walked.anchors[Math.min(Math.floor(offset / spacing), walked.anchors.length) - 1] ?? null;
}

function walkedOf(db: Db, question: string): Walked {
  const lists = kept.get(db) ?? new Map<string, Walked>();
  kept.set(db, lists);
  const found = lists.get(question);
  const walked =
    found && found.until > Date.now()
      ? found
      : { anchors: [], upTo: 0, until: Date.now() + lifeMs, walk: Promise.resolve() };
  lists.delete(question);
  lists.set(question, walked);
  if (lists.size > mostLists) lists.delete(lists.keys().next().value!);
  return walked;
}

/** Finds the anchors among so many rows of a list after one of them, or from its start. */
type Laying = (from: Anchor | undefined, rows: number) => Promise<Anchor[]>;

/** Goes on from the last anchor to an offset, stride by stride. */
async function walkTo(walked: Walked, offset: number, lay: Laying): Promise<void> {
  while (offset >= walked.upTo + spacing) {
    const last = walked.anchors.at(-1);
    const start = last?.position ?? 0;
    const end = Math.min(offset, start + stride);
    const laid = await lay(last, end - start);
    walked.anchors.push(...laid);
    // Where none was laid the list is over.
    walked.upTo = laid.length > 0 ? end : offset;
  }
}

/** Keys travel as texts: a `Date` would lose the microseconds. */
async function anchorsAfter<Tables, Name extends keyof Tables>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  order: Order,
  from: Anchor | undefined,
  count: number,
): Promise<Anchor[]> {
  const rest = from ? filtered.where(beyond(order, from.key)) : filtered;
  const keys = ordered(keysOf(rest, order), order).limit(count);
  const texts = order.columns.map((_, index) => sql`${sql.ref(`k${index}`)}::text`);
  const { rows } = await sql<{ key: string[]; place: number }>`
    select array[${sql.join(texts)}] as key, place
    from (select *, row_number() over () as place from ${keys} as walked) as numbered
    where place % ${sql.lit(spacing)} = 0 order by place`.execute(db);
  return rows.map(({ key, place }) => ({ key, position: (from?.position ?? 0) + place }));
}
