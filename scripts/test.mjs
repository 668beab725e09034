// `npm test`: everything a fresh machine needs, the code checks, then all tests. `--tests-only` skips bundle and checks.
import { buildWeb } from './build-web.mjs';
import { findBrowsers } from './chromium.mjs';
import { prepare, runNode, say } from './prepare.mjs';

const testsOnly = process.argv.includes('--tests-only');
const args = process.argv.slice(2).filter((arg) => arg !== '--tests-only');

const node = await prepare({ tools: true });
const browsers = await findBrowsers();
const complaints = testsOnly ? [] : await complain();
// Only a run of everything can say what nothing has reached.
const whole = args.length === 0 ? { WHOLE_SUITE: '1' } : {};
const reporters = ['--reporter=default', '--reporter=./test/helpers/run/reporter.ts'];
const code = await runNode(node, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], {
  ...browsers,
  ...whole,
});
for (const complaint of complaints) say(complaint);
process.exit(code || complaints.length);

/** A broken bundle or check fails the command, but the tests still run, so that one run tells everything. */
async function complain() {
  const built = await buildWeb(node);
  const checked = await runNode(node, ['scripts/check.ts']);
  return [
    built && 'Браузерная часть не собралась: причина в начале вывода.',
    checked && 'Проверка кода не прошла: причина в начале вывода.',
  ].filter(Boolean);
}
