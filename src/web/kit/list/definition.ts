import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { Operation, Result } from '#contract/kernel/op.ts';
import type { Screen } from '#contract/platform/screens.ts';
import type { Machine } from '#domain/values/machine.ts';
import type { Href } from '#web/ui/href.ts';
import type { Column } from '#web/ui/table/table-types.ts';
import type { Query } from '../data/query-string.ts';
import type { SortedList, StoredSort } from './table/sort-preferences.ts';

export type RowOf<O> = Result<O> extends { items: (infer Row)[] } ? Row & { id: number } : never;

/** The answer of every list. */
export interface Answer<Row> {
  items: Row[];
  total: number;
  more: boolean;
  page: number;
  limit: number;
}

/** The filter that is above the table as tabs. */
export interface StatusTabs {
  filter: string;
  /** What the tabs tell apart, where it is no status. */
  label?: string;
  choices: Readonly<Record<string, string>>;
  /** How many rows are behind each tab. */
  counts?: Operation;
  /** What to say when a queue is empty; other statuses are told by their names. */
  empty?: Readonly<Record<string, string>>;
  /** The order in which the rows of a status are worked through, when it is not the usual one. */
  sorts?: Readonly<Record<string, StoredSort>>;
}

/** The words of a filter, and of its values when it is a choice. */
export interface FilterWords {
  label: string;
  values?: Readonly<Record<string, string>>;
}

/** What a list is made of; everything else is the same on every list. */
export interface ListDefinition<O extends Operation> {
  /** Under which name the look of the table and the saved views are kept. */
  screen: Screen;
  title: string;
  operation: O;
  params?: Readonly<Record<string, number>>;
  /** Filters that make the list what it is; they are neither shown nor changed. */
  always?: Readonly<Record<string, unknown>>;
  columns: readonly Column<RowOf<O>>[];
  /** What a row is called: over its preview, and where it is ticked. */
  nameOf: (row: RowOf<O>) => string;
  /** Under which name the chosen sort is remembered. */
  remember?: SortedList;
  status?: StatusTabs;
  /** The words of the filters; a filter of the operation without words is not offered. */
  filters?: Readonly<Record<string, FilterWords>>;
  /** What the search looks through; without it the list has no search. */
  searchHint?: string;
  excel?: Operation;
  /** What else may be done with several rows at once. */
  bulk?: (chosen: ReadonlyMap<number, string>) => ReactNode;
  /**
   * What is beside the table when a row is looked at, unless told all its columns; the row is absent when it is not
   * on this page.
   */
  preview?: (id: number, row: RowOf<O> | undefined) => ReactNode;
  /** The address of the full page of a row; the row is absent as in `preview`, and then it may not be known. */
  hrefOf?: (id: number, row: RowOf<O> | undefined) => Href | undefined;
  /** By what a row is known, when it is not its `id`. */
  idOf?: (row: RowOf<O>) => number;
  /** Whether something is still going on in these rows: then they are read again in a moment. */
  isUnderWay?: (rows: readonly RowOf<O>[]) => boolean;
  /** What else is at the right of the title, of what the list finds at the moment. */
  actions?: ReactNode | ((found: Query) => ReactNode);
  /** What its number of rows counts, where «всего» beside the title would be taken for something else. */
  counted?: (total: number) => string;
  /** What is between the title and the table. */
  beforeTable?: ReactNode;
  /** What to say when there is nothing at all. */
  empty: ReactNode;
}

/** By what an operation can sort: all the claims of the country, for one, are not sorted by name. */
function sortsOf({ def: { query } }: Operation): ReadonlySet<string> {
  const sort = query?.shape['sort'] as z.ZodOptional<z.ZodRecord<z.ZodEnum>> | undefined;
  return new Set(sort ? Object.keys(sort.unwrap().keyType.enum) : []);
}

/** What lists of the same rows share. */
export type CommonList<O extends Operation> = Omit<ListDefinition<O>, 'screen' | 'title' | 'operation'>;

/** What they do not. */
type Variant<O extends Operation> = Partial<ListDefinition<O>> &
  Pick<ListDefinition<O>, 'screen' | 'title' | 'operation'> & {
    /** How many rows are behind each tab of the status. */
    counts?: Operation;
    /** Columns that would say the same in each of its rows. */
    without?: readonly string[];
  };

/**
 * One of several lists of the same rows: of one object, of a company, of all. They differ by whom they ask, and each
 * is sorted by what its operation offers.
 */
export function variantOf<Model extends Operation, O extends Operation>(
  common: CommonList<Model>,
  { counts, without = [], ...own }: Variant<O>,
): ListDefinition<O> {
  // Whoever is asked, the rows are the same.
  const shared = common as unknown as CommonList<O>;
  const sorts = sortsOf(own.operation);
  return {
    ...shared,
    columns: shared.columns
      .filter(({ key }) => !without.includes(key))
      .map((column) => ({ ...column, sortable: sorts.has(column.key) })),
    ...(shared.status && { status: { ...shared.status, ...(counts && { counts }) } }),
    ...own,
  };
}

/** The statuses of a machine as choices of a filter. */
export const choicesOf = <Status extends string>(machine: Machine<Status, string>): Record<string, string> =>
  Object.fromEntries(machine.statuses.map((status) => [status, machine.label(status)]));
