// `npm test`: everything a fresh machine needs, the code checks, then the tests. `--tests-only` skips bundle and checks. What proves
// at length that of which a usual run asks a part (.ci/at-length) CI asks beside the separate database; with TESTS=all it is asked here.
import { buildWeb } from './build-web.mjs';
import { findBrowsers } from './chromium.mjs';
import { prepare, runNode, say } from './prepare.mjs';
import { filesForSecondTry, noteResult } from './second-try.mjs';

const testsOnly = process.argv.includes('--tests-only');
const args = process.argv.slice(2).filter((arg) => arg !== '--tests-only');

const node = await prepare({ tools: true });
const browsers = await findBrowsers();
const bundleFailed = !testsOnly && (await buildWeb(node)) !== 0;
// The tests wait a good deal: what they leave of the processor is enough for the check beside them.
// The compiler holds what it reads to its end: to look twice as seldom for what is free costs no memory and saves a fifth.
const checking = testsOnly ? 0 : runNode(node, ['scripts/check.ts', '--beside'], { GOGC: '200' });
// Whoever asks for a few tests reads what they say last.
if (args.length > 0) await checking;
// Only a run of everything can say what nothing has reached. On a database other than our own a part of the files is left out.
const everything = args.length === 0 && process.env.TEST_DATABASE_ONLY !== '1';
const whole = everything ? { WHOLE_SUITE: '1', TESTS: process.env.TESTS ?? 'usual' } : {};
// More files run at once than there are cores. Helpers of a garbage collection would have to wait for a core of theirs, and
// the file would wait for them: without them a file takes a sixth less of the processor.
const flags = ['--single-threaded-gc'];
const reporters = ['--reporter=default', '--reporter=./test/helpers/run/reporter.ts'];
const test = (asked, env) =>
  runNode(node, [...flags, 'node_modules/vitest/vitest.mjs', 'run', ...reporters, ...asked], { ...browsers, ...env });
let code = await test(args, whole);
const again = code === 0 ? [] : filesForSecondTry();
if (again.length > 0) {
  say(`\nВторая попытка: ${again.join(', ')}`);
  code = await test(again, {});
  noteResult(`${code === 0 ? 'passed' : 'failed'} at the second try: ${again.join(', ')}`);
}
// A broken bundle or check fails the command, but the tests still run, so that one run tells everything.
const complaints = [
  bundleFailed && 'Браузерная часть не собралась: причина в начале вывода.',
  (await checking) !== 0 && 'Проверка кода не прошла: причина выше.',
].filter(Boolean);
for (const complaint of complaints) {
  say(complaint);
  noteResult(complaint);
}
process.exit(code || complaints.length);
