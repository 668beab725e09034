import type { Operation } from '#contract/kernel/op.ts';
import { useCompany } from '../session/company.ts';
import { useMe } from '../session/session.ts';
import type { ListDefinition } from './definition.ts';
import { filtersOf, type ListState } from './state.ts';

/** The filter by which a list is narrowed to one company. */
const byCompany = 'legalEntityId';

/**
 * What is asked of the server beside what the address says: what the list always asks, and an employee of several companies sees in each list that knows companies the things of
 * the one for which he works now, unless a filter says otherwise.
 */
export function useNarrowed(
  { operation, always }: Pick<ListDefinition<Operation>, 'operation' | 'always'>,
  state: ListState,
): ListState {
  const company = useCompany();
  const isOfSeveral = (useMe()?.legalEntities.length ?? 0) > 1;
  const knowsCompanies = byCompany in (filtersOf(operation)?.shape ?? {});
  const own = isOfSeveral && company && knowsCompanies ? { [byCompany]: company.id } : {};
  return { ...state, filter: { ...own, ...state.filter, ...always } };
}
