import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '#server/platform/ctx.ts';
import { fetchFirst } from '#server/platform/list/own-rows.ts';
import type { SearchedText } from '#server/platform/list/reach.ts';
import { type KeptSought, keptSought } from '#server/platform/list/sought.ts';
import { keptStatement } from './kept.ts';
import { type Ids, idsOfKinds, type Kind, kinds, wanting, whereWanted } from './kinds.ts';

/** What none of so many of the newest rows has is taken for rare: an index then reads little to find those that have it. */
const newestRows = 40;
/** So many rows of a company are looked at one by one, and of no more companies. */
const rowsOfCompany = 60;
const mostCompanies = 3;

/**
 * The ids of the first few that hold what was typed, by one statement whose plan serves any words: among the rows of the asker's
 * companies where those are few, else by the indexes of trigrams what few rows have, and of the rest what is among the newest rows of
 * the companies, where those are enough. Null are those of a kind that is to be planned for.
 */
export async function findByIndex(ctx: Ctx, wanted: readonly Kind[], typed: string, most: number): Promise<Ids> {
  const sought = keptSought(typed);
  if (sought === undefined || wanted.length === 0) return {};
  const statement = keptStatement(ctx, `by index ${most} ${sought.shape}`, () => write(ctx, sought, most));
  if (statement === undefined) return {};
  return (await statement.execute(ctx.db, { ...sought.values, ...wanting(wanted) })).rows[0]!;
}

function write(ctx: Ctx, sought: KeptSought, most: number): RawBuilder<Ids> | undefined {
  const asked = new Map<string, RawBuilder<unknown>>();
  const ids = idsOfKinds(kinds, (kind) => {
    const rows = kind.ids(ctx, sought.byIndex, most);
    if (rows === undefined) return undefined;
    const texts = kind.texts(ctx);
    for (const text of texts) asked.set(commonFlag(text), hasInNewest(sought, text));
    const isCommon = texts.map((text) => sql`(select has from ${sql.ref(commonFlag(text))})`);
    const rare = sql`case when not (${sql.join([sql.lit(false), ...isCommon], sql` or `)}) then array(${rows}) end`;
    return whereWanted(kind, amongCompany(ctx, kind, sought, { rare, most }));
  });
  const common = [...asked].map(([name, has]) => sql`${sql.ref(name)} as materialized (select ${has} as has)`);
  return ids && common.length > 0 ? sql<Ids>`with ${sql.join(common)} ${ids}` : ids;
}

/** What the statement calls its answer to whether the newest rows of a table have what is looked for. */
const commonFlag = ({ table }: SearchedText): string => `${table}Common`;

const hasInNewest = (sought: KeptSought, { table, text = sql.ref('search') }: SearchedText): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from (
    select ${text} as text from ${sql.table(table)} order by id desc ${fetchFirst(newestRows)}) as newest
    where ${sought.mayBeIn(sql.ref('newest.text'))})`;

/**
 * What is among the rows of the asker's companies, where those are looked at whole; else what is rare, and of what is common what is among
 * those rows, where as many are found as are shown.
 * @param rare the ids of what is rare, null of what is common
 */
function amongCompany(
  ctx: Ctx,
  kind: Kind,
  sought: KeptSought,
  { rare, most }: { rare: RawBuilder<unknown>; most: number },
): RawBuilder<number[] | null> {
  const companies = ctx.actor?.memberships.map(({ legalEntityId }) => legalEntityId) ?? [];
  const isAsked = companies.length > 0 && companies.length <= mostCompanies;
  const rows = isAsked ? kind.ids(ctx, sought.amongRows(sql`(select ids from looked)::bigint[]`), most) : undefined;
  if (rows === undefined) return sql`${rare}`;
  const { ids, areAll } = kind.ofCompany;
  const enough = sql`(select found from among where (select count(distinct id) from unnest(found) as id) >= ${sql.lit(most)})`;
  const rest = sql`coalesce(${rare}, ${enough})`;
  const isWhole = sql`(select cardinality(ids) from looked) < ${sql.lit(rowsOfCompany)}`;
  return sql`(with looked as materialized (select array(
        select own.id from unnest((select ${companies}::bigint[])) as company (id)
        cross join lateral (${ids(sql.ref('company.id'))} ${fetchFirst(rowsOfCompany)}) as own) as ids),
      among as materialized (select array(${rows}) as found)
      select ${areAll ? sql`case when ${isWhole} then (select found from among) else ${rest} end` : rest})`;
}
