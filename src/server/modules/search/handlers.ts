import { sql } from 'kysely';
import { search } from '#contract/platform/search.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { type Found, kinds } from './kinds.ts';

/** The palette shows a handful of each kind; who wants more opens the list. */
const most = 6;
/** Two letters stand in too many claims and settlements to tell a few of them, and no index knows them. */
const minLetters = 3;
const foundByTwoLetters: readonly Found['kind'][] = ['individual', 'legalEntity'];

export const searchHandlers = implement(search, {
  async find(ctx, { query: { q } }) {
    const ids = await findIds(ctx, q);
    const found = await Promise.all(kinds.map(async (kind) => kind.find(ctx, ids[kind.name] ?? [])));
    return { items: found.flat() };
  },
});

/**
 * The ids of the first few of each kind, by one statement: what is typed decides how it is read, so it is planned anew, and
 * planning is most of its time.
 */
async function findIds(ctx: Ctx, typed: string): Promise<Partial<Record<Found['kind'], number[]>>> {
  const asked = kinds
    .filter(({ name }) => typed.length >= minLetters || foundByTwoLetters.includes(name))
    .flatMap((kind) => {
      const found = kind.ids(ctx, typed, most);
      return found === undefined ? [] : [sql`array(${found}) as ${sql.ref(kind.name)}`];
    });
  if (asked.length === 0) return {};
  const { rows } = await sql<Record<Found['kind'], number[]>>`select ${sql.join(asked)}`.execute(ctx.db);
  return rows[0]!;
}
