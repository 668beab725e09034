import { allRegistries, registries } from '#contract/registries.ts';
import { pageByViewer } from '#web/app/list/by-viewer.tsx';
import { registryKinds } from '#web/app/registry/kinds.ts';
import { registriesOfAll, registriesOfCompany } from '#web/app/registry/registries-list.tsx';

const view = registryKinds.full;

const listOfAll = registriesOfAll(view, { operation: allRegistries.list, excel: allRegistries.registriesExport });
const listOfCompany = (companyId: number) => registriesOfCompany(view, { operation: registries.list }, companyId);

/** The registries of all companies for whoever may see them; of the company for which one works now otherwise. */
export default pageByViewer({ all: listOfAll, ofCompany: listOfCompany });
