import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '#server/platform/ctx.ts';
import { columnHolds } from '#server/platform/list/searched.ts';
import { isAbsentFrom, type replacedBy } from '../compare.ts';
import { entryHolds } from './entry-search.ts';

/** A registry, and the one before it of which it is a fresh unloading. */
export type Replacement = Awaited<ReturnType<typeof replacedBy>>;

/** The entries `e` of the registry before it that its file no longer has, of either kind, as searched. */
export function absentRows(
  ctx: Ctx,
  q: string | undefined,
  { registry, replacesId }: Replacement,
): RawBuilder<SqlBool> {
  const absent = isAbsentFrom(registry, replacesId);
  return q ? sql<SqlBool>`(${absent} and ${entryHolds(ctx, q, columnHolds)})` : absent;
}
