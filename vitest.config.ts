import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/helpers/run/sequencer.ts';

/** What needs no database: rules, parts of the server and of the browser by themselves, reading of files. */
const unit = [
  'src/**/*.test.{ts,tsx}',
  'test/registries/reading/*.test.ts',
  'test/laws/{docs,import-law,contract,commit-messages,references,cryptography,casts,unused-exports,quick-loop,test-folders}.test.ts',
];

/**
 * What brings a database of its own, asks none or shows the same on each: starts and kills of the server, hostile and random requests, who
 * may ask what, what of an answer is masked and which fields it has, how long a refusal takes, the laws of the code, and of the
 * browser all but the longest way through the product. A page knows nothing of the database behind the server, and what its
 * requests ask there the tests of the modules ask too.
 */
const surface = [
  'test/e2e/{frame,lists,parties}/*.test.ts',
  'test/e2e/settlements/!(main-way).test.ts',
  'test/laws/**/!(bounds|versions).test.ts',
  'test/access/{fields,histories,masks,matrix,rows}.test.ts',
  'test/fuzz/*.test.ts',
  'test/security/enumeration.test.ts',
  'test/{chats,payments,registries,settlements}/crash.test.ts',
  'test/registries/foreign.test.ts',
  'test/platform/{answers,connection-trouble,start,start-times,dev,crash,demonstration}.test.ts',
  'test/platform/nodes/{first-start,rolling,stop}.test.ts',
  'test/{hostile,privacy}/**/*.test.ts',
];

/**
 * What looks at a clock: how long an answer, a start or an export takes beside something else. It comes last, with fewer
 * files at once, so that the others cannot hold it up.
 */
const timed = [
  'test/access/objects.test.ts',
  'test/audit/audit.test.ts',
  'test/hostile/slow.test.ts',
  'test/lists/exports/scale.test.ts',
  'test/data-rubricator/rubricator.test.ts',
  'test/platform/{connections,start-times}.test.ts',
  'test/privacy/own-data.test.ts',
  'test/security/{enumeration,passwords}.test.ts',
];

/** Files and folders that a stage of CI (.ci/run) names. */
const namedIn = (list: string): string[] =>
  readFileSync(new URL(list, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((path) => (path.endsWith('.ts') ? path : `${path}/**`));

/** What CI asks of the separate database with files on S3. */
const aboutFiles = namedIn('.ci/about-files');

/** What proves at length that of which a usual run asks a part: CI asks it once, beside the separate database. */
const atLength = namedIn('.ci/at-length');
const usualOnly = process.env['TESTS'] === 'usual';

/** With a database other than our own there is nothing to learn from the rest. */
const databaseOnly = process.env['TEST_DATABASE_ONLY'] === '1';

/** With SLOW=4 browsers take the processor that they are denied, so that their tests run one file at a time. */
const slowness = Number(process.env['SLOW'] ?? 1);

/** Tests wait a good deal for servers, browsers and processes, so two cores carry more files at once than there are cores. */
const atOnce = (files: number) => (slowness > 1 ? 1 : files);
const withServers = {
  // Loaded as Node itself loads the server: through the modules of Vite each name of another file is a getter, which is a
  // fifth of what a question costs. The price is that nothing there can be mocked by vi.mock, as it never is.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  globalSetup: ['test/helpers/run/global-setup.ts'],
  setupFiles: ['test/helpers/run/after-each.ts'],
};
const elsewhere = [
  ...unit,
  ...(usualOnly || databaseOnly ? atLength : []),
  ...(databaseOnly ? [...surface, ...aboutFiles] : []),
];

const projects = [
  { name: 'unit', include: databaseOnly ? [] : unit, maxWorkers: atOnce(4) },
  {
    name: 'at length',
    include: databaseOnly ? atLength : [],
    exclude: aboutFiles,
    maxWorkers: atOnce(4),
    ...withServers,
  },
  {
    name: 'server',
    include: ['test/**/*.test.ts'],
    exclude: [...elsewhere, ...timed],
    maxWorkers: atOnce(4),
    ...withServers,
  },
  {
    name: 'timed',
    include: timed,
    exclude: elsewhere,
    maxWorkers: atOnce(2),
    sequence: { groupOrder: 1 },
    ...withServers,
  },
];

export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Nothing is measured by a clock here: the limits only end what hangs, on a busy machine too.
    testTimeout: 300_000 * slowness,
    hookTimeout: 300_000 * slowness,
    expect: { poll: { timeout: 60_000 * slowness } },
    projects: projects.map((test) => ({ extends: true, test })),
  },
});
