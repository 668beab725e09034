import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type * as z from 'zod';
import type { Operation } from '#contract/kernel/op.ts';
import { useNavigate } from '#web/ui/link.tsx';
import type { CallInput } from '../data/api.ts';
import { parseQuery, type Query, stringifyQuery } from '../data/query-string.ts';
import { takeParts } from '../data/schemas.ts';
import { preferredSort, preferSort, type SortedList, type StoredSort } from './table/sort-preferences.ts';

export type Filter = Readonly<Record<string, unknown>>;

/** What the address says about a list. */
export interface ListState {
  page: number;
  sort?: StoredSort | undefined;
  filter: Filter;
  q?: string | undefined;
  /** The row whose preview is open. */
  preview?: number | undefined;
}

/**
 * Changes the state that the address has by then, which may be ahead of what is drawn. `replace` leaves no step back; a
 * sort that the person has not chosen himself is not remembered.
 */
export type ListChange = (
  change: Partial<ListState> | ((now: ListState) => Partial<ListState>),
  how?: { replace?: boolean; remember?: boolean },
) => void;

/**
 * The state of a list lives in the address, so that it can be shared and survives a reload. What the query schema of
 * the operation does not take is ignored. Without a sort in the address the one that the person chose last counts,
 * and is written there, so that whoever gets the address sees the same.
 */
export function useListState(operation: Operation, list: SortedList | undefined): [ListState, ListChange] {
  const search: Query = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (next: (now: ListState) => ListState, replace: boolean) => {
    const searchOf = (now: Query): Query => ({ ...foreign(now), ...addressState(next(stateOf(operation, list, now))) });
    void navigate({ to: '.', search: searchOf, replace });
  };
  const isPreferred = stateOf(operation, list, search).sort !== readState(operation, search).sort;
  useEffect(() => {
    if (isPreferred) go((now) => now, true);
  });
  const change: ListChange = (changes, { replace = false, remember = true } = {}) =>
    go((now) => {
      const changed = typeof changes === 'function' ? changes(now) : changes;
      if (changed.sort && list && remember) preferSort(list, changed.sort);
      // Anything but the preview makes another list, which begins at its beginning.
      const begun = 'preview' in changed ? now : { ...now, page: 1, preview: undefined };
      return { ...begun, ...changed };
    }, replace);
  return [stateOf(operation, list, search), change];
}

/** What the address says, with the sort that the person prefers where it says none. */
export function stateOf(operation: Operation, list: SortedList | undefined, search: Query): ListState {
  const state = readState(operation, search);
  const preferred = list && !state.sort ? takeSort(operation, preferredSort(list)) : undefined;
  return preferred ? { ...state, sort: preferred } : state;
}

/** The filters that an operation takes, by name. */
export function filtersOf(operation: Operation): z.ZodObject | undefined {
  return (operation.def.query?.shape['filter'] as z.ZodOptional<z.ZodObject> | undefined)?.unwrap();
}

/** The same list without page and preview, as text: what a saved view keeps. */
export const viewOf = ({ sort, filter, q }: ListState): string =>
  stringifyQuery(addressState({ page: 1, filter, sort, q }));

/** Opens the list as a saved view keeps it. */
export function useOpenView(): (view: string) => void {
  const navigate = useNavigate();
  return (view) => void navigate({ to: '.', search: parseQuery(view) });
}

function readState(operation: Operation, { filter, preview, ...search }: Query): ListState {
  const filters = filtersOf(operation);
  const isFilter = filters && typeof filter === 'object' && filter !== null && !Array.isArray(filter);
  return {
    page: 1,
    ...takeParts(operation.def.query!, search),
    filter: isFilter ? takeParts(filters, filter as Query) : {},
    ...(/^[1-9]\d{0,14}$/.test(String(preview)) && { preview: Number(preview) }),
  };
}

/** A remembered sort may be of a column that the list no longer offers. */
const takeSort = (operation: Operation, sort: StoredSort | undefined): StoredSort | undefined =>
  takeParts(operation.def.query!, { sort })['sort'] as StoredSort | undefined;

const ownKeys = ['page', 'sort', 'filter', 'q', 'preview'];

/** What the page itself keeps in the address, as the company whose people it lists. */
const foreign = (search: Query): Query =>
  Object.fromEntries(Object.entries(search).filter(([key]) => !ownKeys.includes(key)));

/** What is usual is not written into the address. */
function addressState({ page, q, filter, sort, preview }: ListState): Query {
  const filters = Object.entries(filter).filter(([, value]) => !isNothing(value));
  return {
    ...(q && { q }),
    ...(filters.length > 0 && { filter: Object.fromEntries(filters) }),
    ...(sort && { sort }),
    ...(page > 1 && { page }),
    ...(preview && { preview }),
  };
}

/** What the server is asked; whether a preview is open is none of its business. */
export function inputOf<O extends Operation>(
  params: Readonly<Record<string, number>> | undefined,
  { page, sort, filter, q }: ListState,
): CallInput<O> {
  return [{ params, query: { page, sort, filter, q } }] as unknown as CallInput<O>;
}

/** Whether a filter lets everything through. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
