/**
 * `npm run t -- WHAT`: a few tests quickly. WHAT is a file (`test/auth.test.ts`), or words of a test's name, such as
 * the number of the test plan (`SE5`).
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const [what, ...rest] = process.argv.slice(2);
if (!what) {
  console.error('Что проверить? Пример: npm run t -- test/auth.test.ts или npm run t -- SE5');
  process.exit(1);
}
const which = existsSync(what) ? [what] : ['--testNamePattern', what];
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...which, ...rest], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
