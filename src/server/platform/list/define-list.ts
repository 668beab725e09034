import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import { countByState, countStates, type StoredCounts } from './counts.ts';
import { type Orders, sortKeyOf } from './list-order.ts';
import { type ListQuery, type Page, readPage, type Search } from './page.ts';

/** What a list is searched and filtered by. */
export interface Criteria<Filter> {
  q?: string | undefined;
  filter?: Filter | undefined;
}

/** The states of a list, one tab for each. */
interface States<Context, Filter> {
  /** The filter that chooses among them: the numbers of the tabs leave it out. */
  filter: keyof Filter & string;
  of: readonly string[];
  /** The column that holds the state and has an index; of a list that stays short, an expression. */
  by: string | ((ctx: Context) => RawBuilder<string>);
}

/** A list as its module declares it. */
interface Declaration<
  Context extends Ctx,
  Filter,
  Parent,
  Tables,
  Name extends keyof Tables,
  Wider,
  WiderName extends keyof Wider,
  Row,
  Sort extends string,
  Shown,
> {
  /**
   * The rows of the parent as searched and filtered; nothing selected yet. They keep within the viewer's reach by `ctx.within`,
   * unless the parent does: an object of the path, which has been looked at already. A page says by what it is ordered.
   */
  rows: (
    ctx: Context,
    criteria: Criteria<Filter> & { orderedBy?: Sort | undefined },
    parent: Parent,
  ) => SelectQueryBuilder<Tables, Name, object>;
  /**
   * Adds the columns of a row. Tables that only give columns are better joined here: then the place of a far page is found
   * in an index alone.
   */
  columns: (
    rows: SelectQueryBuilder<Tables, Name, object>,
    ctx: Context,
    parent: Parent,
  ) => SelectQueryBuilder<Wider, WiderName, Row>;
  /** SQL columns of each sort key, the first key being the default; `id` always breaks ties. */
  orders: Orders<Sort>;
  /** A row as the viewer may see it. */
  shown?: (row: Row, ctx: Context) => Shown;
  states?: States<Context, Filter>;
  /** Of a list that may be long: counters that the database maintains, where they cover what is asked for. */
  storedCounts?: (ctx: Context, criteria: Criteria<Filter>, parent: Parent) => StoredCounts | undefined;
  /** Of a list that may be long: the search apart. A page then asks `rows` without it, the tabs ask them with it. */
  search?: (ctx: Context, criteria: Criteria<Filter>, parent: Parent) => Search | undefined;
}

/** What a list is of: the company or the registry of its path, a query made before. Most lists need none. */
type ParentArgument<Parent> = unknown extends Parent ? [] : [parent: Parent];

/** A list that can be read. */
interface List<Context extends Ctx, Filter, Parent, Sort extends string, Shown> {
  /** One page and the total (docs/decisions/0060). */
  page: (
    ctx: Context,
    query: ListQuery<Sort> & Criteria<Filter>,
    ...parent: ParentArgument<Parent>
  ) => Promise<Page<Shown>>;
  /** How many rows are in each state and in all (`all`), as searched and filtered by all but the state. */
  counts: (
    ctx: Context,
    criteria: Criteria<Filter>,
    ...parent: ParentArgument<Parent>
  ) => Promise<{ counts: Record<string, number> }>;
}

/** Declares a list once: its page and the numbers of its tabs come from here. */
export function defineList<
  Context extends Ctx,
  Filter,
  Parent,
  Tables,
  Name extends keyof Tables,
  Wider,
  WiderName extends keyof Wider,
  Row,
  Sort extends string,
  Shown = Row,
>(
  list: Declaration<Context, Filter, Parent, Tables, Name, Wider, WiderName, Row, Sort, Shown>,
): List<Context, Filter, Parent, Sort, Shown> {
  const { rows, columns, orders, shown, states, storedCounts, search } = list;
  return {
    async page(ctx, query, ...[given]) {
      const parent = given as Parent;
      const asked = withoutEmptySearch(query);
      const found = search?.(ctx, asked, parent);
      const page = await readPage(
        ctx,
        rows(
          ctx,
          { ...(found ? { ...asked, q: undefined } : asked), orderedBy: sortKeyOf(orders, asked.sort) },
          parent,
        ),
        (some) => columns(some, ctx, parent),
        orders,
        asked,
        { storedTotal: storedCounts?.(ctx, asked, parent)?.total(states && chosen(asked, states)), search: found },
      );
      return { ...page, items: shown ? page.items.map((row) => shown(row, ctx)) : (page.items as unknown as Shown[]) };
    },
    async counts(ctx, criteria, ...[given]) {
      if (!states) throw new Error('a list without states has no tabs');
      const parent = given as Parent;
      const filter = { ...criteria.filter, [states.filter]: undefined } as Filter;
      const all = withoutEmptySearch({ ...criteria, filter });
      const numbers = storedCounts?.(ctx, all, parent);
      if (numbers) return { counts: await numbers.counts() };
      const found = rows(ctx, all, parent);
      const { by, of } = states;
      if (typeof by === 'function') return { counts: await countStates(ctx.db, found, by(ctx), of) };
      // The search of a long list is the expensive part: it is done once, and what it has found is counted whole.
      if (search && all.q) return { counts: await countStates(ctx.db, found, sql.ref<string>(by), of) };
      return { counts: await countByState(ctx.db, found, by, of) };
    },
  };
}

/** Somebody who has typed nothing, or only spaces, searches for nothing. */
const withoutEmptySearch = <Query extends { q?: string | undefined }>(query: Query): Query => ({
  ...query,
  q: query.q || undefined,
});

const chosen = <Filter>({ filter }: Criteria<Filter>, states: States<never, Filter>): readonly string[] | undefined =>
  filter?.[states.filter] as readonly string[] | undefined;
