import type { Operation } from '#contract/kernel/op.ts';
import { currentCompany, useCompany } from '#web/kit/session/company.ts';
import { currentMe, useMe } from '#web/kit/session/session.ts';
import type { ListDefinition } from '../definition.ts';
import { filtersOf, type ListState } from '../state.ts';

/** The filter by which a list is narrowed to one company. */
const byCompany = 'legalEntityId';
type Narrowing = Pick<ListDefinition<Operation>, 'operation' | 'always'>;

/**
 * What is asked of the server beside what the address says: what the list always asks, and an employee of several
 * companies sees in each list that knows companies the things of the one for which he works now, unless a filter says
 * otherwise.
 */
export const useNarrowed = (list: Narrowing, state: ListState): ListState =>
  narrowedBy(useMe(), useCompany(), list, state);

/** The same at this moment. */
export const narrowedState = (list: Narrowing, state: ListState): ListState =>
  narrowedBy(currentMe(), currentCompany(), list, state);

/** The filter by which such a list is narrowed, for whoever counts what is in it: none where it is narrowed by nothing. */
export const useCompanyFilter = (operation: Operation): { legalEntityId?: number } =>
  companyFilter(useMe(), useCompany(), operation);

type Viewer = ReturnType<typeof currentMe>;
type Company = ReturnType<typeof currentCompany>;

function narrowedBy(me: Viewer, company: Company, { operation, always }: Narrowing, state: ListState): ListState {
  return { ...state, filter: { ...companyFilter(me, company, operation), ...state.filter, ...always } };
}

function companyFilter(me: Viewer, company: Company, operation: Operation): { [byCompany]?: number } {
  const isOfSeveral = (me?.legalEntities.length ?? 0) > 1;
  const knowsCompanies = byCompany in (filtersOf(operation)?.shape ?? {});
  return isOfSeveral && company && knowsCompanies ? { [byCompany]: company.id } : {};
}
