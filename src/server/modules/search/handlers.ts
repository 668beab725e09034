import { type AliasableExpression, sql } from 'kysely';
import { search } from '#contract/platform/search.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { Statement, slot } from '#server/platform/database/statement.ts';
import { mayBeName } from '#server/platform/list/named-rows.ts';
import { findNamed } from './by-name.ts';
import { type Ids, idsOfKinds, type JsonRow, type Kind, kinds, type SearchHit } from './kinds.ts';

/** The palette shows a handful of each kind; who wants more opens the list. */
const most = 6;
/** Two letters are in too many claims and settlements to find a few of them, and no index knows them. */
const minLetters = 3;
const searchedByTwoLetters: readonly SearchHit['kind'][] = ['individual', 'legalEntity'];

export const searchHandlers = implement(search, {
  async find(ctx, { query: { q } }) {
    const searched = kinds.filter(({ name }) => q.length >= minLetters || searchedByTwoLetters.includes(name));
    // A debtor, whose own all of it is, looks for it by whom he owes.
    const byName = ctx.actor?.kind !== 'individual' && mayBeName(q);
    const atOnce = byName ? await findNamed(ctx, searched, q, most) : {};
    const lacking = searched.filter(
      ({ name, namedAreAll }) => !atOnce[name] || (!namedAreAll && distinct(atOnce[name]).length < most),
    );
    const others = await findOthers(ctx, lacking, q);
    const found: Ids = {};
    for (const { name } of searched) {
      const ids = distinct([...(atOnce[name] ?? []), ...(others[name] ?? [])]);
      if (ids.length > 0) found[name] = ids.slice(0, most);
    }
    const rows = await findRows(ctx, found);
    return { items: searched.flatMap((kind) => kind.tell(ctx, rows[kind.name] ?? [], distinct(atOnce[kind.name]))) };
  },
});

const distinct = (ids: readonly number[] = []): number[] => [...new Set(ids)];

/** What is not found at once: what is typed decides how that is read, so it is planned anew, and planning is most of its time. */
async function findOthers(ctx: Ctx, wantedKinds: readonly Kind[], typed: string): Promise<Ids> {
  const ids = idsOfKinds(wantedKinds, (kind) => {
    const found = kind.ids(ctx, typed, most);
    return found && sql`array(${found})`;
  });
  return ids === undefined ? {} : (await ids.execute(ctx.db)).rows[0]!;
}

const rowsOf = (name: string, rows: AliasableExpression<unknown>) =>
  sql`(select json_agg(found) from (${rows}) as found) as ${sql.ref(name)}`;

type Rows = Partial<Record<SearchHit['kind'], JsonRow[] | null>>;
/** The same for any asker and any kinds that were found, so it is put together once. */
let rowsOfKinds: Statement<Ids, Rows> | undefined;

/** What is needed to call those that were found, of all kinds by one statement. */
async function findRows({ db }: Ctx, found: Ids): Promise<Rows> {
  if (Object.keys(found).length === 0) return {};
  rowsOfKinds ??= new Statement(
    db,
    sql`select ${sql.join(kinds.map((kind) => rowsOf(kind.name, kind.rows(db, slot(kind.name)))))}`,
  );
  const { rows } = await rowsOfKinds.execute(db, found);
  return rows[0]!;
}
