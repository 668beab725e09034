// `npm run t -- WHAT`: a few tests quickly. WHAT is a file (`test/auth/auth.test.ts`), or words of a test's name, such as the
// number of the test plan (`MN3`).
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { locateBrowsers } from './chromium.mjs';
import { fail, prepare, runNode } from './prepare.mjs';

const [what, ...rest] = process.argv.slice(2);
if (!what) fail('Что проверить? Пример: npm run t -- test/auth/auth.test.ts или npm run t -- MN3');
if (isPath(what) && !existsSync(what)) fail(`Такого файла нет: ${what}`);
const isName = !existsSync(what);
const which = !isName ? [what] : ['--testNamePattern', what];
const node = await prepare({ tools: true });
if (what.startsWith('test/e2e') && (await buildWeb(node)) !== 0) fail('Браузерная часть не собралась: причина выше.');
const told = mkdtempSync(join(tmpdir(), 'ugovor-t-'));
const report = join(told, 'report.json');
const counting = isName ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
const args = ['node_modules/vitest/vitest.mjs', 'run', ...which, ...rest, ...counting];
// As in a run of everything (scripts/test.mjs): what a test costs stays comparable, and is less.
const code = await runNode(node, ['--single-threaded-gc', ...args], locateBrowsers());
const asked = code === 0 && isName ? JSON.parse(readFileSync(report, 'utf8')).numPassedTests : undefined;
rmSync(told, { recursive: true });
if (asked === 0) fail(`Нет ни одной проверки с таким названием: ${what}`);
process.exit(code);

/** What is written as a file of the project is no words of a name, even where there is no such file. */
function isPath(words) {
  return /^(\.\/)?(src|test|bench|scripts|emulators)\//.test(words) || /\.[cm]?[jt]sx?$/.test(words);
}
