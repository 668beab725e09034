import { allRegistries, registries } from '#contract/registries/registries.ts';
import { registryKinds } from '#web/features/registries/kinds.ts';
import { registriesOfAll, registriesOfCompany } from '#web/features/registries/registries-list.tsx';
import { pageByViewer } from '#web/kit/list/by-viewer.tsx';

const view = registryKinds.full;

const listOfAll = registriesOfAll(view, { operation: allRegistries.list, excel: allRegistries.registriesExport });
const listOfCompany = (legalEntityId: number) =>
  registriesOfCompany(view, { operation: registries.list }, legalEntityId);

/** The registries of all companies for whoever may see them; of the company for which one works now otherwise. */
export default pageByViewer({ all: listOfAll, ofCompany: listOfCompany });
