import * as z from 'zod';
import { pageLimit } from './page-limit.ts';

/** Totals that nobody keeps are exact up to here; above it the answer says `more: true`. */
export const exactTotal = 10_000;

/** Sort direction of docs/specification.md §3: 1 ascending, -1 descending. */
const direction = z.union([z.literal(1), z.literal(-1)]);

/**
 * The query of a list: page, limit, one sort, filters, search.
 * @param sorts fields the list can be sorted by
 * @param filters schema of each filter; several values of one filter mean "any of them"
 */
export function listQuery<const S extends string, F extends z.ZodRawShape>(sorts: readonly S[], filters: F) {
  return z.strictObject({
    page: z.int().min(1).max(100_000).default(1),
    limit: z.int().min(1).max(pageLimit).default(50),
    sort: z.partialRecord(z.enum(sorts), direction).optional(),
    filter: z.strictObject(filters).partial().optional(),
    q: z.string().trim().max(200).optional(),
  });
}

/** The same of a list in which nobody searches: it refuses `q` instead of answering as if it had looked. */
export const unsearchedListQuery = <const S extends string, F extends z.ZodRawShape>(sorts: readonly S[], filters: F) =>
  listQuery(sorts, filters).omit({ q: true });

/** Ids in one text, `1,2,3`: somebody chooses more of them than a list in a query may hold. */
const ids = z
  .string()
  .max(6000)
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
  .transform((text) => text.split(',').map(Number));

/**
 * The query of an export: the same rows as the list, whole, or only those of `ids`; `columns` chooses some of them in
 * the order wanted.
 */
export function exportQuery<const S extends string, F extends z.ZodRawShape, const C extends string>(
  sorts: readonly S[],
  filters: F,
  columns: readonly C[],
) {
  return listQuery(sorts, filters)
    .omit({ page: true, limit: true })
    .extend({ columns: z.array(z.enum(columns)).min(1).max(columns.length).optional(), ids: ids.optional() });
}

/** The answer of a list. `total` is exact unless `more` says that it is a floor. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    more: z.boolean(),
    page: z.int(),
    limit: z.int(),
  });
}

/** What is shown at once, without pages: the first of them, and whether there are more. */
export const someOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), more: z.boolean() });

/** The query of a list's tabs: its search and filters, without page and order. */
export const countsQuery = <F extends z.ZodRawShape>(filters: F) =>
  z.strictObject({ q: z.string().trim().max(200).optional(), filter: z.strictObject(filters).partial().optional() });

/** How many rows are under each tab, and under all of them (`all`). */
export const Counts = z.object({ counts: z.record(z.string(), z.int()) });
