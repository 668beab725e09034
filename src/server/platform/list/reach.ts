import { type AliasableExpression, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Resource } from '#contract/kernel/access.ts';
import type { Operation } from '#contract/kernel/op.ts';
import type { FilterScope } from '../auth/access.ts';
import type { Ctx } from '../ctx.ts';
import type { Db } from '../database/db.ts';
import type { SoughtInOwn } from './own-rows.ts';
import type { RowsByName } from './rows-by-name.ts';
import type { Sought } from './sought.ts';

/**
 * Which rows of a resource a search over everything may find: those that the first of these lists which is open to the asker
 * would show him.
 * @param alias the table of the resource
 * @returns undefined when none of the lists is open to him
 */
export function searchScope(
  ctx: Ctx,
  resource: Resource,
  alias: string,
  ...lists: Operation[]
): FilterScope | undefined {
  const list = lists.find(ctx.mayAnywhere);
  return list && ctx.within(resource, alias, list);
}

/**
 * How the search over everything finds rows of one kind: the ids of the first few by one statement together with all other
 * kinds, then what those are called, by one statement too. Most of these statements are prepared once and shared by all who have the same
 * access: neither the present moment nor anything of one user but his id and those of his companies may be written into them.
 */
export interface Finder<Row extends InJson<Row>, Shown = Row> {
  /**
   * The ids of the first few that are within the reach of an employee or an operator and hold what was typed; undefined: he finds none
   * of them.
   */
  ids(ctx: Ctx, sought: Sought, most: number): Expression<unknown> | undefined;
  /** The texts that are searched by their trigram indexes, unless so few rows are within the asker's reach that reading them all is as quick. */
  texts(ctx: Ctx): readonly SearchedText[];
  /** Rows of a company that are looked at one by one, those which are likely to be looked for first. */
  ofCompany: RowsOfCompany;
  /** As `ids`, for a debtor who searches what is his own: a prepared statement, planned once whatever the words are. */
  own(ctx: Ctx, sought: SoughtInOwn, most: number): Expression<unknown> | undefined;
  /**
   * How the name of a person or of a company finds some of the rows within the asker's reach at once; undefined: he finds none of
   * them. Left out where no name leads to a row.
   */
  byName?(ctx: Ctx): RowsByName | undefined;
  /** Whether that way finds all that a name can find, so that no other is tried after it. */
  byNameFindsAll?: true;
  /** What those are called, each once: the same query for any asker. */
  rows(db: Db, ids: RawBuilder<number[]>): AliasableExpression<Row>;
  /** What the asker may see of one. */
  shown(row: Row, ctx: Ctx): Shown;
}

/** A text with an index of trigrams, and its table; the text of a search unless another is named. */
export interface SearchedText {
  table: string;
  text?: RawBuilder<string>;
}

interface RowsOfCompany {
  /** The query of their ids, without a limit on their number. */
  ids: (company: RawBuilder<number>) => RawBuilder<number>;
  /** Whether an employee reaches no others. */
  areAll: boolean;
}

/**
 * Those of a table that says whose a row is, in the order of an index that begins with the company.
 * @param which more that the index asks of a row
 */
export const rowsOfCompany = (table: string, which = sql<SqlBool>`true`, order = sql`id desc`): RowsOfCompany => ({
  ids: (company) =>
    sql`select id from ${sql.table(table)} where legal_entity_id = ${company} and ${which} order by ${order}`,
  areAll: true,
});

/** Rows that JSON says as they are. */
export type InJson<Row> = { id: number } & { [Column in keyof Row]: string | number | boolean | null };

/**
 * Any of these ids. The planner is not shown how many there are: knowing the number it holds the generic plan for dearer than a custom one
 * and plans anew at each search, which takes longer than the reading.
 */
export const anyOfIds = (ids: RawBuilder<number[]>): RawBuilder<number> =>
  sql<number>`any((select ${ids}::bigint[])::bigint[])`;

/** The same asker as if he asked for that list. */
export const withinList = (ctx: Ctx, list: Operation): Ctx => ({
  ...ctx,
  within: (resource, alias) => ctx.within(resource, alias, list),
});
