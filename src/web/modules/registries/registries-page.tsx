import { allRegistries, registries } from '#contract/registries.ts';
import { ListByViewer } from '#web/app/list/by-viewer.tsx';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { registriesOfAll, registriesOfCompany } from '#web/app/registry/registries-list.tsx';

const view = registryKinds.full;

/** The registries of all companies for whoever may see them; of the company for which one works now otherwise. */
export default function RegistriesPage() {
  return <ListByViewer all={listOfAll} ofCompany={listOfCompany} />;
}

const listOfAll = registriesOfAll(view, { operation: allRegistries.list, excel: allRegistries.registriesExport });
const listOfCompany = (companyId: number) => registriesOfCompany(view, { operation: registries.list }, companyId);
