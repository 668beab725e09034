import type { ReactNode } from 'react';

/** A column of a list. */
export interface Column<Row> {
  /** The key of the column; also the sort key of the server when `sortable`. */
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  numeric?: boolean;
  /** The columns that it becomes in a workbook, when it does not go there under its own key. */
  exports?: readonly string[];
  /** Shown only to whoever chooses it. */
  extra?: boolean;
  /** Shown only where the window has room for it, and to whoever chooses it; a workbook has it all the same. */
  wide?: boolean;
}

export const densities = ['roomy', 'usual', 'dense'] as const;
export type Density = (typeof densities)[number];

/** Widths of the columns that somebody has set, in pixels; all others are as wide as they need. */
export type Widths = Readonly<Record<string, number>>;

/** What a row does when it is clicked or entered. Kept from one drawing to the next, so that rows may stand still. */
export interface RowOpening<Row> {
  /** The address of the full page, where there is one. */
  hrefOf?: ((id: number, row: Row) => string | undefined) | undefined;
  /** By a click: first a look, then the whole. */
  onOpen: (row: Row) => void;
  /** By Enter: the whole at once. */
  onEnter: (row: Row) => void;
}

/** How rows are chosen; kept like the opening. */
export interface RowSelection<Row> {
  nameOf: (row: Row) => string;
  onToggle: (ids: readonly number[], isChosen: boolean) => void;
}
