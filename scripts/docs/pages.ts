import { operations } from '#contract/index.ts';
import { appDefinition } from '#server/modules/index.ts';
import { accessTable } from '#test/access/helpers/matrix.ts';
import { asvsPage } from './asvs.ts';
import { fieldsPage } from './fields.ts';
import { operationsPage } from './operations.ts';
import { personalDataPage } from './personal-data.ts';
import { registriesPage } from './registries.ts';
import { browsersPage, librariesPage, logsPage, resourcesPage } from './security.ts';
import { settingsPage } from './settings.ts';
import { readSpecification } from './specification.ts';
import { statesPage } from './states.ts';

const folder = 'docs/generated';

/** Every generated page by its file. The same contract always gives the same text. */
export async function generatedPages(): Promise<Record<string, string>> {
  return {
    [`${folder}/access.md`]: accessTable(Map.groupBy(operations, ({ group }) => group)),
    [`${folder}/fields.md`]: fieldsPage(operations),
    [`${folder}/operations.md`]: operationsPage(readSpecification(), operations),
    [`${folder}/personal-data.md`]: personalDataPage(appDefinition.tables),
    [`${folder}/registries.md`]: registriesPage(),
    [`${folder}/settings.md`]: settingsPage(),
    [`${folder}/states.md`]: await statesPage(),
    'docs/security/asvs.md': asvsPage(),
    'docs/security/browsers.md': browsersPage(),
    'docs/security/libraries.md': librariesPage(),
    'docs/security/logs.md': logsPage(),
    'docs/security/resources.md': resourcesPage(),
  };
}
