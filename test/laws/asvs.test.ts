import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readRequirements } from '../../scripts/docs/asvs.ts';
import { testTitles } from './rules/test-titles.ts';

describe('the table of ASVS 5.0.0', () => {
  const requirements = readRequirements();

  test('has every requirement of the standard once, with its level', () => {
    expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length);
    const ofLevel = (level: number) => requirements.filter((one) => one.level === level).length;
    expect([1, 2, 3].map(ofLevel)).toEqual([70, 183, 92]);
    const chapters = Map.groupBy(requirements, ({ id }) => id.split('.')[0]!);
    expect([...chapters.values()].map(({ length }) => length)).toEqual([
      30, 13, 31, 16, 13, 47, 19, 13, 7, 36, 24, 12, 21, 13, 21, 17, 12,
    ]);
  });

  test('shows what it says is met, wholly or in part, and says why the rest is not', () => {
    for (const { id, state, gist, how, proof } of requirements) {
      expect(gist.length, id).toBeGreaterThan(3);
      expect(how.length, id).toBeGreaterThan(3);
      expect(proof !== null, id).toBe(state === 'met' || state === 'partly');
    }
  });

  test('names each test by its whole title, and a file that is no test with the reason why there is none', () => {
    const titles = new Map<string, Set<string>>();
    const wrong = requirements.filter(({ proof }) => {
      if (proof === null) return false;
      const { file, title, untested } = proof;
      if (!existsSync(file)) return true;
      if (title === null) return file.endsWith('.test.ts') || untested === null || untested.length < 10;
      if (!titles.has(file)) titles.set(file, testTitles(readFileSync(file, 'utf8')));
      return untested !== null || !titles.get(file)!.has(title);
    });
    expect(wrong.map(({ id, proof }) => `${id}: ${proof?.file} › ${proof?.title}`)).toEqual([]);
  });
});

test('titles are read whole, with their groups, whatever calls them', () => {
  const source = [
    "describe.each([1, 'not a title'])('a group', () => {",
    "  test('plain', () => ask('no title'));",
    "  test.skipIf(true)('now and then', () => {});",
    '  test.each`a`(`of ${many} cases`, () => {});',
    '});',
    "it('alone', { timeout: 1 }, () => {});",
  ].join('\n');
  expect([...testTitles(source)].sort()).toEqual(
    ['plain', 'now and then', 'of ${many} cases', 'alone']
      .flatMap((title) => (title === 'alone' ? title : [title, `a group > ${title}`]))
      .sort(),
  );
});

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
const filesWith = (expression: RegExp): string[] =>
  sources.filter(({ text }) => expression.test(text)).map(({ file }) => file);

test('the server starts no process but those of its own database, and none in a shell', () => {
  const starting = filesWith(/node:child_process/).map((file) => file.slice(0, file.lastIndexOf('/')));
  expect([...new Set(starting)]).toEqual(['src/server/platform/database/embedded']);
  expect(filesWith(/\bshell: true|\bexecSync\(/)).toEqual([]);
});

/** What a source would have that uses what a requirement is about; of which folder, where it is not the whole program. */
const usedWhere: Readonly<Record<string, [RegExp, folder?: string]>> = {
  '1.2.6': [/\bldap/i],
  '1.2.7': [/\bxpath/i],
  '1.2.8': [/\blatex/i],
  '1.3.8': [/\bjndi/i],
  '1.3.9': [/\bmemcache/i],
  '3.5.5': [/\bpostMessage\(/, 'src/web/'],
  '4.3': [/graphql/i],
  '4.4': [/'socket\.io/],
  '6.5.7': [/\bPublicKeyCredential\b|\bcredentials\.(get|create)\(/],
  '6.6.1': [/\bsendSmsCode\(/],
  '6.6.4': [/\/push\.ts'/, 'src/server/modules/auth/'],
  '6.7': [/\brequestCert\b/],
  '6.8.3': [/\bsaml/i],
  '9': [/'jose'|'jsonwebtoken'|\bjwtVerify\b/],
  '10': [/\boauth|\bopenid/i],
  '12.1.3': [/\brequestCert\b/],
  '17': [/\bRTCPeerConnection\b/],
};
/** What is meant for one requirement, its section or its chapter. */
const usedBy = (id: string): [RegExp, folder?: string] | undefined =>
  id
    .split('.')
    .map((_, at, parts) => usedWhere[parts.slice(0, at + 1).join('.')])
    .find((given) => given !== undefined);

test('what the table says is not used is in no source', () => {
  const said = readRequirements().filter(({ state, how }) => state === 'not_applicable' && /не использу/.test(how));
  const wrong = said.filter(({ id }) => {
    const [expression, folder = 'src/'] = usedBy(id) ?? [];
    return expression === undefined || filesWith(expression).some((file) => file.startsWith(folder));
  });
  expect(said.length).toBeGreaterThan(40);
  expect(wrong.map(({ id, gist }) => `${id} ${gist}`)).toEqual([]);
});

test('threads share no memory', () => expect(filesWith(/\bSharedArrayBuffer\b|\bAtomics\b/)).toEqual([]));

test('the compiler is strict, and each source is a module', () => {
  const base = readFileSync('tsconfig.base.json', 'utf8');
  for (const rule of ['strict', 'noUncheckedIndexedAccess']) expect(base).toContain(`"${rule}": true`);
  expect(JSON.parse(readFileSync('package.json', 'utf8')).type).toBe('module');
  expect(filesWith(/\brequire\(|\bmodule\.exports\b/)).toEqual([]);
});
