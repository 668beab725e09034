import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { lookAgain, type Mark, tablesOf, writersOf } from './list-changes.ts';
import { afterKey, inOrderOf, keysOf, type Order, questionOf } from './list-order.ts';

/** Pages that begin nearer than this are found by counting from the start. */
export const farOffset = 1_000;
/** An anchor is laid at every so many rows. */
export const anchorSpacing = 250;
/** So many rows are walked over by one statement: a walk over millions would be longer than a statement may take. */
const stride = 10_000;
/** Anchors that nobody has asked for so long are forgotten. */
const lifeMs = 30_000;
/** Lists with anchors at one time; the one used longest ago is forgotten. */
const mostLists = 50;

/** A row of a list by the key of its order, and how many rows of the list are up to it, itself included. */
interface Anchor {
  position: number;
  key: readonly string[];
}
interface Walked {
  anchors: Anchor[];
  /** How many rows of the list are walked over. */
  upTo: number;
  until: number;
  /** When the tables behind the list were last looked at, by `performance.now()`, and how they were when the walk began. */
  lookedAt: number;
  mark: Mark | null;
  /** The walk under way: who comes meanwhile waits for it instead of walking the same way. */
  walk: Promise<unknown>;
}

/** Anchors of lists by what was asked, per database. */
const anchorsByDatabase = new WeakMap<object, Map<string, Walked>>();

/**
 * The last anchor before an offset. Where the way there is not walked yet, it is now, and anchors are laid on it: that
 * costs what counting all those rows costs, and until something behind the list changes every page up to there begins near
 * an anchor.
 */
export async function anchorBefore<Tables, Name extends keyof Tables>(
  db: Db,
  filtered: SelectQueryBuilder<Tables, Name, object>,
  order: Order,
  offset: number,
): Promise<Anchor | null> {
  const keys = inOrderOf(keysOf(filtered, order), order);
  const walked = walkedOf(db, questionOf(keys));
  const cameAt = performance.now();
  const tables = await tablesOf(db, keys.compile().sql);
  const lay: Laying = (from, rows) => anchorsAfter(db, filtered, order, from, rows);
  const found = walked.walk.then(async () => {
    // Whoever has looked since this one came has looked for both.
    if (walked.lookedAt < cameAt) await lookAt(db, walked, tables);
    await walkTo(walked, offset, lay);
    return walked.anchors[Math.min(Math.floor(offset / anchorSpacing), walked.anchors.length) - 1] ?? null;
  });
  // A walk that failed has failed for the one who asked for it; the next one tries again.
  walked.walk = found.catch(() => undefined);
  return found;
}

function walkedOf(db: Db, question: string): Walked {
  const lists = anchorsByDatabase.get(db) ?? new Map<string, Walked>();
  anchorsByDatabase.set(db, lists);
  const found = lists.get(question);
  const walked =
    found && found.until > Date.now()
      ? found
      : { anchors: [], upTo: 0, until: 0, lookedAt: Number.NEGATIVE_INFINITY, mark: null, walk: Promise.resolve() };
  walked.until = Date.now() + lifeMs;
  lists.delete(question);
  lists.set(question, walked);
  if (lists.size > mostLists) lists.delete(lists.keys().next().value!);
  return walked;
}

/** Forgets the anchors when something behind the list may have changed since they were laid. */
async function lookAt(db: Db, walked: Walked, tables: readonly string[] | null): Promise<void> {
  const now = performance.now();
  const { mark } = walked;
  const seen = tables && (await lookAgain(db, tables, mark ?? { underWay: [] }));
  if (!seen || seen.arrived || seen.counts !== mark?.counts) {
    Object.assign(walked, { anchors: [], upTo: 0 });
    walked.mark = seen && { counts: seen.counts, underWay: await writersOf(db, tables) };
  }
  walked.lookedAt = now;
}

/** Finds the anchors among so many rows of a list after one of them, or from its start. */
type Laying = (from: Anchor | undefined, rows: number) => Promise<Anchor[]>;

/** Goes on from the last anchor to an offset, stride by stride. */
async function walkTo(walked: Walked, offset: number, lay: Laying): Promise<void> {
  while (offset >= walked.upTo + anchorSpacing) {
    const last = walked.anchors.at(-1);
    const start = last?.position ?? 0;
    const end = Math.min(offset, start + stride);
    const laid = await lay(last, end - start);
    walked.anchors.push(...laid);
    // The next walk begins where this one has laid its last anchor. Where none was laid the list is over.
    walked.upTo = laid.at(-1)?.position ?? offset;
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
  const rest = from ? filtered.where(afterKey(order, from.key)) : filtered;
  const keys = inOrderOf(keysOf(rest, order), order).limit(count);
  const texts = order.columns.map((_, index) => sql`${sql.ref(`k${index}`)}::text`);
  const { rows } = await sql<{ key: string[]; place: number }>`
    select array[${sql.join(texts)}] as key, place
    from (select *, row_number() over () as place from ${keys} as walked) as numbered
    where place % ${sql.lit(anchorSpacing)} = 0 order by place`.execute(db);
  return rows.map(({ key, place }) => ({ key, position: (from?.position ?? 0) + place }));
}
