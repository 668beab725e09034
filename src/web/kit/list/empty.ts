import type { StatusTabs } from './definition.ts';
import { isNothing, type ListState } from './state.ts';
import { texts } from './texts.ts';

/** Why a list shows no row: it ends before this page, there is none at all, none of the chosen status, or none that was sought. */
export function emptyBecause(
  { page, q, filter }: ListState,
  status: StatusTabs | undefined,
): 'page' | 'nothing' | 'status' | 'search' {
  if (page > 1) return 'page';
  const used = Object.entries(filter).filter(([, value]) => !isNothing(value));
  if (!q && used.length === 0) return 'nothing';
  return !q && used.every(([name]) => name === status?.filter) ? 'status' : 'search';
}

/** What a tab says in which there is nothing: a queue in its own words, any other status by its name. */
export function emptyOfStatus(chosen: unknown, { choices, empty }: StatusTabs): string {
  const values = Array.isArray(chosen) ? chosen.map(String) : [String(chosen)];
  const [only] = values;
  if (values.length === 1 && empty?.[only!]) return empty[only!]!;
  return texts.emptyStatus(values.map((value) => choices[value] ?? value));
}
