import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Ctx } from '../ctx.ts';
import { countBy, countStates, type KeptNumbers } from './counts.ts';
import type { Orders } from './list-order.ts';
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
  Place,
  Tables,
  Name extends keyof Tables,
  Wider,
  WiderName extends keyof Wider,
  Row,
  Sort extends string,
  Shown,
> {
  /** The rows within the viewer's reach and of the place, as searched and filtered; nothing selected yet. */
  rows: (
    ctx: Context,
    criteria: Criteria<Filter> & { sort?: Partial<Record<Sort, 1 | -1>> | undefined },
    place: Place,
  ) => SelectQueryBuilder<Tables, Name, object>;
  /**
   * Adds the columns of a row. Tables that only give columns are better joined here: then the place of a far page is found
   * in an index alone.
   */
  columns: (
    rows: SelectQueryBuilder<Tables, Name, object>,
    ctx: Context,
    place: Place,
  ) => SelectQueryBuilder<Wider, WiderName, Row>;
  /** SQL columns of each sort key, the first key being the default; `id` always breaks ties. */
  orders: Orders<Sort>;
  /** A row as the viewer may see it. */
  shown?: (row: Row, ctx: Context) => Shown;
  states?: States<Context, Filter>;
  /** Of a list that may be long: the numbers that are kept of what is asked for, where there are any. */
  kept?: (ctx: Context, criteria: Criteria<Filter>, place: Place) => KeptNumbers | undefined;
  /** Of a list that may be long: the search apart from `rows`, which then are asked without it. */
  search?: (ctx: Context, criteria: Criteria<Filter>, place: Place) => Search | undefined;
}

/** Most lists stand in one place and take none. */
type PlaceArgument<Place> = unknown extends Place ? [] : [place: Place];

/** A list that can be read. */
interface List<Context extends Ctx, Filter, Place, Sort extends string, Shown> {
  /** One page and the total (docs/decisions/0060). */
  page: (
    ctx: Context,
    query: ListQuery<Sort> & Criteria<Filter>,
    ...place: PlaceArgument<Place>
  ) => Promise<Page<Shown>>;
  /** How many rows stand in each state and in all (`all`), as searched and filtered by all but the state. */
  counts: (
    ctx: Context,
    criteria: Criteria<Filter>,
    ...place: PlaceArgument<Place>
  ) => Promise<{ counts: Record<string, number> }>;
}

/** Declares a list once: its page and the numbers of its tabs come from here. */
export function defineList<
  Context extends Ctx,
  Filter,
  Place,
  Tables,
  Name extends keyof Tables,
  Wider,
  WiderName extends keyof Wider,
  Row,
  Sort extends string,
  Shown = Row,
>(
  list: Declaration<Context, Filter, Place, Tables, Name, Wider, WiderName, Row, Sort, Shown>,
): List<Context, Filter, Place, Sort, Shown> {
  const { rows, columns, orders, shown, states, kept, search } = list;
  return {
    async page(ctx, query, ...[place]) {
      const at = place as Place;
      const found = search?.(ctx, query, at);
      const page = await readPage(
        ctx,
        rows(ctx, found ? { ...query, q: undefined } : query, at),
        (some) => columns(some, ctx, at),
        orders,
        query,
        { kept: kept?.(ctx, query, at)?.total(states && chosen(query, states)), search: found },
      );
      return { ...page, items: shown ? page.items.map((row) => shown(row, ctx)) : (page.items as unknown as Shown[]) };
    },
    async counts(ctx, criteria, ...[place]) {
      if (!states) throw new Error('a list without states has no tabs');
      const all = { ...criteria, filter: { ...criteria.filter, [states.filter]: undefined } as Filter };
      const numbers = kept?.(ctx, all, place as Place);
      if (numbers) return { counts: await numbers.counts() };
      const found = rows(ctx, all, place as Place);
      const { by, of } = states;
      if (typeof by === 'function') return { counts: await countStates(ctx.db, found, by(ctx), of) };
      // The search of a long list is the dear part: it is done once, and what it has found is counted whole.
      if (search && criteria.q) return { counts: await countStates(ctx.db, found, sql.ref<string>(by), of) };
      return { counts: await countBy(ctx.db, found, by, of) };
    },
  };
}

const chosen = <Filter>({ filter }: Criteria<Filter>, states: States<never, Filter>): readonly string[] | undefined =>
  filter?.[states.filter] as readonly string[] | undefined;
