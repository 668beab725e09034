import { type Expression, sql } from 'kysely';
import { search } from '#contract/platform/search.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { mayBeName } from '#server/platform/list/named-rows.ts';
import { type Kind, kinds, type SearchHit } from './kinds.ts';

/** The palette shows a handful of each kind; who wants more opens the list. */
const most = 6;
/** Two letters are in too many claims and settlements to find a few of them, and no index knows them. */
const minLetters = 3;
const searchedByTwoLetters: readonly SearchHit['kind'][] = ['individual', 'legalEntity'];

type Ids = Partial<Record<SearchHit['kind'], number[]>>;

export const searchHandlers = implement(search, {
  async find(ctx, { query: { q } }) {
    const searched = kinds.filter(({ name }) => q.length >= minLetters || searchedByTwoLetters.includes(name));
    // A debtor, whose own all of it is, looks for it by whom he owes.
    const byName = ctx.actor?.kind !== 'individual' && mayBeName(q);
    const atOnce = byName ? await findIds(ctx, searched, (kind) => kind.named(ctx)?.ids(q, most)) : {};
    const lacking = searched.filter(({ name }) => distinct(atOnce[name]).length < most);
    const others = await findIds(ctx, lacking, (kind) => arrayOf(kind.ids(ctx, q, most)));
    const found = await Promise.all(
      searched.map((kind) => {
        const first = distinct(atOnce[kind.name]);
        return kind.find(ctx, first, distinct([...first, ...(others[kind.name] ?? [])]).slice(0, most));
      }),
    );
    return { items: found.flat() };
  },
});

const distinct = (ids: readonly number[] = []): number[] => [...new Set(ids)];

const arrayOf = (ids: Expression<unknown> | undefined) => ids && sql`array(${ids})`;

/**
 * The ids of the first few of each kind, by one statement: what is typed decides how it is read, so it is planned anew, and
 * planning is most of its time.
 */
async function findIds(
  ctx: Ctx,
  among: readonly Kind[],
  ask: (kind: Kind) => Expression<unknown> | undefined,
): Promise<Ids> {
  const idQueries = among.flatMap((kind) => {
    const found = ask(kind);
    return found === undefined ? [] : [sql`${found} as ${sql.ref(kind.name)}`];
  });
  if (idQueries.length === 0) return {};
  const { rows } = await sql<Ids>`select ${sql.join(idQueries)}`.execute(ctx.db);
  return rows[0]!;
}
