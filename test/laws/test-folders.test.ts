import { existsSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { expect, it } from 'vitest';
import { filesUnder } from '../helpers/files/files.ts';

/** What is asked of the program as a whole, and of no module alone. `audit` is the module of that name as well. */
const overall = [
  'access',
  'audit',
  'database',
  'e2e',
  'fuzz',
  'helpers',
  'hostile',
  'laws',
  'lists',
  'platform',
  'privacy',
  'security',
];

const isTest = (file: string): boolean => file.endsWith('.test.ts');
const isHelper = (file: string): boolean => /^test\/(?:.*\/)?helpers\/|^test\/laws\/rules\//.test(file);

/** The folder of a server module that a test of its own folder asks, undefined where the folder is of no module. */
function moduleFolder(file: string): string | undefined {
  const [first = '', ...inner] = dirname(file)
    .replace(/^test\//, '')
    .split('/');
  if (overall.includes(first)) return undefined;
  const helpers = inner.indexOf('helpers');
  return ['src/server/modules', first, ...(helpers < 0 ? inner : inner.slice(0, helpers))].join('/');
}

/** Files that are not where they belong, each with why. */
function misplaced(files: readonly string[], isFolder: (path: string) => boolean): string[] {
  return files.flatMap((file) => {
    if (!isTest(file) && !isHelper(file)) return [`${file}: no test, and in no helpers/`];
    const folder = moduleFolder(file);
    return folder === undefined || isFolder(folder) ? [] : [`${file}: there is no ${folder}`];
  });
}

it('tests of a module are in its folder, and what helps them is in helpers/', () => {
  const files = filesUnder(['test']).filter((file) => /\.[cm]?tsx?$/.test(file));
  expect(misplaced(files, existsSync)).toEqual([]);
});

it('a helper among tests and a folder of no module are noticed', () => {
  const files = [
    'test/payments/pay.test.ts',
    'test/payments/helpers/scenario.ts',
    'test/settlements/endings/endings.test.ts',
    'test/laws/rules/words.ts',
    'test/helpers/run/janitor.ts',
    'test/payments/scenario.ts',
    'test/parties/avatars.test.ts',
    'test/settlements/life/pauses.test.ts',
    'test/parties/helpers/scenario.ts',
  ];
  const folders = ['src/server/modules/payments', 'src/server/modules/settlements/endings'];
  expect(misplaced(files, (path) => folders.includes(path))).toEqual([
    'test/payments/scenario.ts: no test, and in no helpers/',
    'test/parties/avatars.test.ts: there is no src/server/modules/parties',
    'test/settlements/life/pauses.test.ts: there is no src/server/modules/settlements/life',
    'test/parties/helpers/scenario.ts: there is no src/server/modules/parties',
  ]);
});
