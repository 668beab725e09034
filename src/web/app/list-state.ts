import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Operation } from '#contract/kernel/op.ts';
import type { Query } from './query-string.ts';
import { takeParts } from './schemas.ts';
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
  const state: ListState = { page: 1, ...takeParts(operation.def.query!, search) };
  const sort = state.sort ?? preferredSort(list);
  const change = (changes: Partial<ListState>, { replace = false } = {}) => {
    if (changes.sort) preferSort(list, changes.sort);
    // Anything but the page itself makes another list, which begins at its beginning.
    const next = tidy({ ...state, page: 1, ...changes });
    void navigate({ to: '.', search: next as never, replace });
  };
  return [sort ? { ...state, sort } : state, change];
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
