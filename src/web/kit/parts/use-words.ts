import type { individualCategories, legalEntityTypes } from '#contract/platform/dictionaries.ts';
import { useReadAll } from '../data/query.ts';
import { assignTexts as t } from './texts.ts';

export type Words = typeof legalEntityTypes.list | typeof individualCategories.list;

/** The words of a dictionary as choices, the first of which is none. */
export function useWords(list: Words): (readonly [value: string, text: string])[] {
  const { data } = useReadAll(list, { query: { sort: { place: 1 } } });
  return [['', t.none], ...(data?.items.map(({ id, name }) => [String(id), name] as const) ?? [])];
}
