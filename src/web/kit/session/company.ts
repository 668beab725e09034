import { makeStore } from '#web/ui/store.ts';
import { currentMe, type Me, useMe } from './session.ts';

const key = 'company';
type Company = Me['legalEntities'][number];
const chosen = makeStore<number | undefined>(undefined);

/** The company for which an employee of several works now: the one he chose last on this device, or his first. */
export function useCompany(): Company | undefined {
  return companyOf(useMe(), chosen.use());
}

/** The same at this moment. */
export const currentCompany = (): Company | undefined => companyOf(currentMe(), chosen.get());

function companyOf(me: Me | null | undefined, id = Number(localStorage.getItem(key))): Company | undefined {
  const companies = me?.legalEntities ?? [];
  return companies.find((company) => company.id === id) ?? companies[0];
}

/** Turns to another company of the person. */
export function chooseCompany(id: number): void {
  if (!currentMe()?.legalEntities.some((company) => company.id === id)) return;
  localStorage.setItem(key, String(id));
  chosen.set(id);
}
