import { type AliasableExpression, sql } from 'kysely';
import { MOST_FOUND as most, search } from '#contract/platform/search.ts';
import { type Ctx, implement } from '#server/platform/ctx.ts';
import { Statement, slot } from '#server/platform/database/statement.ts';
import { mayBeName } from '#server/platform/list/rows-by-name.ts';
import { soughtAnew } from '#server/platform/list/sought.ts';
import { findByIndex } from './by-index.ts';
import { findByName } from './by-name.ts';
import { type Ids, idsOfKinds, type JsonRow, type Kind, kinds, type SearchHit } from './kinds.ts';
import { findOwn } from './own.ts';

/**
 * Two letters are in too many claims and settlements to find a few of them, and no index knows them; signs and letters that stand alone
 * still less. Of a contract «А-1» there is more to know.
 */
const tellsEnough = (typed: string): boolean =>
  typed.length >= 3 && /[\p{L}\p{N}][^\s\p{L}\p{N}]*[\p{L}\p{N}]/u.test(typed);
const searchedByTwoLetters: readonly SearchHit['kind'][] = ['individual', 'legalEntity'];

export const searchHandlers = implement(search, {
  async find(ctx, { query: { q } }) {
    const isTelling = tellsEnough(q);
    const searched = kinds.filter(({ name }) => isTelling || searchedByTwoLetters.includes(name));
    const { first, others } = await findIds(ctx, searched, q);
    const found: Ids = {};
    for (const { name } of searched) {
      const ids = distinct([...(first[name] ?? []), ...(others[name] ?? [])]);
      if (ids.length > 0) found[name] = ids.slice(0, most);
    }
    const rows = await findRows(ctx, found);
    return { items: searched.flatMap((kind) => kind.tell(ctx, rows[kind.name] ?? [], distinct(first[kind.name]))) };
  },
});

const distinct = (ids: readonly number[] | null = []): number[] => [...new Set(ids)];

/** What was found, and what of it comes first because a name finds it: each kind of person is asked in the way that is short for him. */
interface Found {
  first: Ids;
  others: Ids;
}

async function findIds(ctx: Ctx, searched: readonly Kind[], typed: string): Promise<Found> {
  if (ctx.actor?.kind === 'individual') return { first: {}, others: await findOwn(ctx, searched, typed, most) };
  if (!mayBeName(typed)) return { first: {}, others: await findOthers(ctx, searched, typed) };
  return ctx.actor?.kind === 'operator' ? namesOfAll(ctx, searched, typed) : namesWithin(ctx, searched, typed);
}

/** An operator's names are found without planning for them, and where they are enough nothing else is looked for. */
async function namesOfAll(ctx: Ctx, searched: readonly Kind[], typed: string): Promise<Found> {
  const first = await findByName(ctx, 'ids', searched, typed, most);
  return { first, others: await findOthers(ctx, lacking(searched, first), typed) };
}

/** An employee's are looked for where what was found has an order; for those that many have it is planned. */
async function namesWithin(ctx: Ctx, searched: readonly Kind[], typed: string): Promise<Found> {
  const others = await findOthers(ctx, searched, typed);
  const ordered = searched.filter(({ name, byNameFindsAll }) => !byNameFindsAll && distinct(others[name]).length > 1);
  if (ordered.length === 0) return { first: {}, others };
  const ofFew = await findByName(ctx, 'amongFew', searched, typed, most, ordered);
  const ofMany = ordered.filter(({ name }) => !ofFew[name]);
  const planned = ofMany.length > 0 ? await findByName(ctx, 'ids', ofMany, typed, most) : {};
  return { first: { ...ofFew, ...planned }, others };
}

const lacking = (searched: readonly Kind[], found: Ids): Kind[] =>
  searched.filter(
    ({ name, byNameFindsAll }) => !found[name] || (!byNameFindsAll && distinct(found[name]).length < most),
  );

/** What no name finds: without planning for it what few have, or what is among the few rows of a company. */
async function findOthers(ctx: Ctx, wanted: readonly Kind[], typed: string): Promise<Ids> {
  const found = await findByIndex(ctx, wanted, typed, most);
  return {
    ...found,
    ...(await findPlanned(
      ctx,
      wanted.filter(({ name }) => !found[name]),
      typed,
    )),
  };
}

/** Of what many have it is planned anew how to read it, and planning is most of its time. */
async function findPlanned(ctx: Ctx, wanted: readonly Kind[], typed: string): Promise<Ids> {
  const sought = soughtAnew(typed);
  const ids = idsOfKinds(wanted, (kind) => {
    const found = kind.ids(ctx, sought, most);
    return found && sql`array(${found})`;
  });
  return ids === undefined ? {} : (await ids.execute(ctx.db)).rows[0]!;
}

const rowsAsJson = (name: string, rows: AliasableExpression<unknown>) =>
  sql`(select json_agg(found) from (${rows}) as found) as ${sql.ref(name)}`;

type Rows = Partial<Record<SearchHit['kind'], JsonRow[] | null>>;
/** The same for any asker and any kinds that were found, so it is put together once. */
let rowsOfKinds: Statement<Ids, Rows> | undefined;

/** What is needed to call those that were found, of all kinds by one statement. */
async function findRows({ db }: Ctx, found: Ids): Promise<Rows> {
  if (Object.keys(found).length === 0) return {};
  rowsOfKinds ??= new Statement(
    db,
    sql`select ${sql.join(kinds.map((kind) => rowsAsJson(kind.name, kind.rows(db, slot(kind.name)))))}`,
  );
  const { rows } = await rowsOfKinds.execute(db, found);
  return rows[0]!;
}
