/** `npm run docs`: writes docs/generated and docs/security/asvs.md from the contract, the domain and the customer's list of operations. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { operations } from '#contract/index.ts';
import { appDefinition } from '#server/modules/index.ts';
import { accessTable } from '#test/access/matrix.ts';
import { asvsPage } from './docs/asvs.ts';
import { operationsPage } from './docs/operations.ts';
import { personalDataPage } from './docs/personal-data.ts';
import { registriesPage } from './docs/registries.ts';
import { settingsPage } from './docs/settings.ts';
import { readSpecification } from './docs/specification.ts';
import { statesPage } from './docs/states.ts';

const folder = 'docs/generated';

/** Every generated page by its file. The same contract always gives the same text. */
export async function generatedPages(): Promise<Record<string, string>> {
  return {
    [`${folder}/access.md`]: accessTable(Map.groupBy(operations, ({ group }) => group)),
    [`${folder}/operations.md`]: operationsPage(readSpecification(), operations),
    [`${folder}/personal-data.md`]: personalDataPage(appDefinition.tables),
    [`${folder}/registries.md`]: registriesPage(),
    [`${folder}/settings.md`]: settingsPage(),
    [`${folder}/states.md`]: await statesPage(),
    'docs/security/asvs.md': asvsPage(),
  };
}

if (import.meta.main) {
  for (const one of [folder, 'docs/security']) mkdirSync(one, { recursive: true });
  const pages = await generatedPages();
  for (const [file, text] of Object.entries(pages)) writeFileSync(file, text);
  console.log(pages[`${folder}/operations.md`]);
}
