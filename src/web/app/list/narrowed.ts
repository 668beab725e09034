import type { Operation } from '#contract/kernel/op.ts';
import { useCompany } from '../session/company.ts';
import { useMe } from '../session/session.ts';
import { filtersOf, type ListState } from './state.ts';

/** The filter by which a list is narrowed to one company. */
const byCompany = 'legalEntityId';

/**
 * What is asked of the server: an employee of several companies sees in each list that knows companies the things of
 * the one for which he works now, unless a filter says otherwise.
 */
export function useNarrowed(operation: Operation, state: ListState): ListState {
  const company = useCompany();
  const isOfSeveral = (useMe()?.legalEntities.length ?? 0) > 1;
  if (!isOfSeveral || !company || !(byCompany in (filtersOf(operation)?.shape ?? {}))) return state;
  return { ...state, filter: { [byCompany]: company.id, ...state.filter } };
}
