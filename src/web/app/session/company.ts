import { makeStore } from '#web/ui/store.ts';
import { currentMe, type Me, useMe } from './session.ts';

const key = 'company';
const chosen = makeStore<number | undefined>(undefined);

/** The company for which an employee of several works now: the one he chose last on this device, or his first. */
export function useCompany(): Me['legalEntities'][number] | undefined {
  const companies = useMe()?.legalEntities ?? [];
  const id = chosen.use() ?? Number(localStorage.getItem(key));
  return companies.find((company) => company.id === id) ?? companies[0];
}

/** Turns to another company of the person. */
export function chooseCompany(id: number): void {
  if (!currentMe()?.legalEntities.some((company) => company.id === id)) return;
  localStorage.setItem(key, String(id));
  chosen.set(id);
}
