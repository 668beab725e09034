// `npm run t -- WHAT`: a few tests quickly. WHAT is a file (`test/auth/auth.test.ts`), or words of a test's name, such as the
// number of the test plan (`SE5`).
import { existsSync } from 'node:fs';
import { buildWeb } from './build-web.mjs';
import { locateBrowsers } from './chromium.mjs';
import { fail, prepare, runNode } from './prepare.mjs';

const [what, ...rest] = process.argv.slice(2);
if (!what) fail('Что проверить? Пример: npm run t -- test/auth/auth.test.ts или npm run t -- SE5');
const which = existsSync(what) ? [what] : ['--testNamePattern', what];
const node = await prepare({ tools: true });
if (what.startsWith('test/e2e') && (await buildWeb(node)) !== 0) fail('Браузерная часть не собралась: причина выше.');
const args = ['node_modules/vitest/vitest.mjs', 'run', ...which, ...rest];
process.exit(await runNode(node, args, locateBrowsers()));
