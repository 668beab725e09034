import { useState } from 'react';
import { type Column, type Density, densities, type Widths } from '#web/ui/table/table-types.ts';

/** How somebody wants to see the table of one screen. */
export interface TableLayout {
  /** The keys of the columns in sight, in order; absent until he has chosen. */
  columns?: readonly string[];
  widths: Widths;
  density: Density;
}

const defaultLayout: TableLayout = { widths: {}, density: 'usual' };

/** The layout of a screen's table. This browser remembers it. */
export function useTableLayout(screen: string): [TableLayout, (layout: TableLayout) => void] {
  const key = `table:${screen}`;
  const [layout, setLayout] = useState(() => readLayout(stored(key)));
  const change = (next: TableLayout) => {
    localStorage.setItem(key, JSON.stringify(next));
    setLayout(next);
  };
  return [layout, change];
}

/** A layout from outside (the storage, a saved view), of which only what makes sense is taken. */
export function readLayout(value: unknown): TableLayout {
  const { columns, widths, density } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Partial<TableLayout>;
  return {
    ...(Array.isArray(columns) && { columns: columns.filter((key) => typeof key === 'string') }),
    widths: widthsFrom(widths),
    density: densities.find((one) => one === density) ?? defaultLayout.density,
  };
}

function widthsFrom(widths: unknown): Widths {
  if (typeof widths !== 'object' || widths === null) return {};
  return Object.fromEntries(Object.entries(widths).filter(([, width]) => typeof width === 'number'));
}

/**
 * The columns in sight. The first one names the row, so it always is, and always first.
 * @param hasRoom whether those are among them that only a large window shows
 */
export function shownColumns<C extends Pick<Column<never>, 'key' | 'extra' | 'wide'>>(
  columns: readonly C[],
  layout: TableLayout,
  hasRoom: boolean,
): C[] {
  const [first, ...rest] = columns;
  if (!first) return [];
  const byKey = new Map(rest.map((column) => [column.key, column]));
  const chosen = layout.columns?.flatMap((key) => byKey.get(key) ?? []);
  return [first, ...(chosen ?? rest.filter(({ extra, wide }) => !extra && (hasRoom || !wide)))];
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
