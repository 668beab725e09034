/**
 * `npm run docs`: writes what follows from declarations: the lists of modules, and docs/generated and docs/security from
 * the contract, the domain and the customer's list of operations.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeLists } from './lists.ts';

writeLists();
// The pages tell of every module, so they are made once the lists know them all.
const { generatedPages } = await import('./docs/pages.ts');
const pages = await generatedPages();
for (const [file, text] of Object.entries(pages)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
console.log(pages['docs/generated/operations.md']);
