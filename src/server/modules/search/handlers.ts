import { sql } from 'kysely';
import { search } from '#contract/platform/search.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { kinds, type SearchHit } from './kinds.ts';

/** The palette shows a handful of each kind; who wants more opens the list. */
const most = 6;
/** Two letters are in too many claims and settlements to find a few of them, and no index knows them. */
const minLetters = 3;
const searchedByTwoLetters: readonly SearchHit['kind'][] = ['individual', 'legalEntity'];

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
async function findIds(ctx: Ctx, typed: string): Promise<Partial<Record<SearchHit['kind'], number[]>>> {
  const idQueries = kinds
    .filter(({ name }) => typed.length >= minLetters || searchedByTwoLetters.includes(name))
    .flatMap((kind) => {
      const found = kind.ids(ctx, typed, most);
      return found === undefined ? [] : [sql`array(${found}) as ${sql.ref(kind.name)}`];
    });
  if (idQueries.length === 0) return {};
  const { rows } = await sql<Record<SearchHit['kind'], number[]>>`select ${sql.join(idQueries)}`.execute(ctx.db);
  return rows[0]!;
}
