import { useNavigate, useSearch } from '@tanstack/react-router';
import type * as z from 'zod';
import { coerce } from '#contract/kernel/coerce.ts';
import type { Operation } from '#contract/kernel/op.ts';
import type { Query } from './query-string.ts';
import { preferredSort, preferSort, type SortedList, type StoredSort } from './sort-preferences.ts';

/** What the address says about a list. */
export interface ListState {
  page: number;
  sort?: StoredSort;
  filter?: Record<string, string[]>;
  q?: string;
}

/**
 * The state of a list lives in the address, so that it can be shared and survives a reload. What the query schema of
 * the operation does not take is ignored. Without a sort in the address the one that the person chose last counts.
 */
export function useListState(
  operation: Operation,
  list: SortedList,
): [ListState, (change: Partial<ListState>, how?: { replace: boolean }) => void] {
  const search: Query = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = readState(operation.def.query!, search);
  const sort = state.sort ?? preferredSort(list);
  const change = (changes: Partial<ListState>, { replace = false } = {}) => {
    if (changes.sort) preferSort(list, changes.sort);
    // Anything but the page itself makes another list, which begins at its beginning.
    const next = tidy({ ...state, page: 1, ...changes });
    void navigate({ to: '.', search: next as never, replace });
  };
  return [sort ? { ...state, sort } : state, change];
}

/** The parts of the query that the schema takes, each judged by itself: one wrong part does not spoil the others. */
function readState(schema: z.ZodObject, search: Query): ListState {
  const parts = ['page', 'sort', 'filter', 'q'].flatMap((key) => {
    const part = schema.shape[key];
    if (!part || search[key] === undefined) return [];
    const parsed = (part as z.ZodType).safeParse(coerce(part, search[key]));
    return parsed.success ? [[key, parsed.data] as const] : [];
  });
  return { page: 1, ...Object.fromEntries(parts) };
}

/** What is usual is not written into the address. */
function tidy({ page, q, filter, sort }: ListState): Query {
  const filters = Object.entries(filter ?? {}).filter(([, values]) => values.length > 0);
  return {
    ...(q && { q }),
    ...(filters.length > 0 && { filter: Object.fromEntries(filters) }),
    ...(sort && { sort }),
    ...(page > 1 && { page }),
  };
}
